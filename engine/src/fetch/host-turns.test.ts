import { beforeEach, expect, it, vi } from 'vitest'
import { FetchError } from './fetcher.ts'
import { createHostTurns, type HostTurns, type Turn } from './host-turns.ts'
import { openHostileSite, page } from './testing/hostile-site.ts'
import { ANYWHERE, refusalOf, testFetcher } from './testing/test-fetcher.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const FOREVER = new AbortController().signal

/** Takes turns whose work goes on until it is ended by name. */
function scene(turns: HostTurns) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    take(name: string, host: string, turn: Partial<Turn> = {}) {
      return turns.take(host, { signal: FOREVER, ...turn }, () => {
        started.push(name)
        return new Promise<void>(resolve => ends.set(name, resolve))
      })
    },
    async end(name: string) {
      ends.get(name)?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

it('two at once to one host and no more than so many at all, first come first served', async () => {
  const { started, take, end } = scene(createHostTurns({ atOnce: 3, gapMs: 0 }))
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void take(name, name[0] ?? '')
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1'])
  await end('a1')
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

it('a pause lies between two requests to one host, a longer one where it asks for it', async () => {
  const { started, take } = scene(createHostTurns({ atOncePerHost: 9, gapMs: 250 }))
  void take('first', 'a')
  void take('second', 'a', { gapMs: 5_000 })
  void take('third', 'a')
  void take('other', 'b')
  await vi.advanceTimersByTimeAsync(249)
  expect(started).toEqual(['first', 'other'])
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toEqual(['first', 'other', 'second'])
  await vi.advanceTimersByTimeAsync(4_999)
  expect(started).not.toContain('third')
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toContain('third')
})

it('whoever waits gives up at its own limit, and the turn goes to the next', async () => {
  const { started, take, end } = scene(createHostTurns({ atOncePerHost: 1, gapMs: 0 }))
  void take('first', 'a')
  const leaving = new AbortController()
  const second = take('second', 'a', { signal: leaving.signal })
  void take('third', 'a')
  leaving.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  await end('first')
  expect(started).toEqual(['first', 'third'])
})

it('whoever fails gives the turn back', async () => {
  const turns = createHostTurns({ atOnce: 1, gapMs: 0 })
  const turn = { signal: FOREVER }
  await expect(turns.take('a', turn, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take('a', turn, async () => 'done')).toBe('done')
})

it('a host that rests is busy until it has rested; others are not', async () => {
  const turns = createHostTurns({ gapMs: 0 })
  const take = (host: string) => turns.take(host, { signal: FOREVER }, async () => 'done')
  turns.rest('a', 10_000)
  await expect(take('a')).rejects.toThrow(FetchError)
  expect(await take('b')).toBe('done')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await take('a')).toBe('done')
})

it('who waits for a host hears at once that it rests, and nothing is sent to it', async () => {
  const turns = createHostTurns({ atOncePerHost: 1, gapMs: 0 })
  const { started, take, end } = scene(turns)
  void take('first', 'a')
  const second = take('second', 'a')
  void take('other', 'b')
  await vi.advanceTimersByTimeAsync(0)
  turns.rest('a', 10_000)
  await expect(second).rejects.toMatchObject({ reason: 'busy' })
  await end('first')
  expect(started).toEqual(['first', 'other'])
  await vi.advanceTimersByTimeAsync(10_000)
  void take('third', 'a')
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['first', 'other', 'third'])
})

it('keeps the turns of a host that asks for no rest', async () => {
  const turns = createHostTurns({ atOncePerHost: 1, gapMs: 0 })
  const { started, take, end } = scene(turns)
  void take('first', 'a')
  void take('second', 'a')
  turns.rest('a', 0)
  await vi.advanceTimersByTimeAsync(0)
  await end('first')
  expect(started).toEqual(['first', 'second'])
})

it.each(['429', '503'])('a site that answers %s is left alone as long as it asks', async status => {
  vi.useRealTimers()
  const site = await openHostileSite()
  site.answer('/busy', (_, response) => {
    response.writeHead(Number(status), { 'retry-after': '60' }).end()
  })
  site.answer('/', page('<p>Hello'))
  const fetcher = testFetcher()
  const first = await refusalOf(fetcher.fetch(`${site.origin}/busy`, ANYWHERE))
  expect(first).toMatchObject({ reason: 'busy', status: Number(status), retryAfterMs: 60_000 })
  const second = await refusalOf(fetcher.fetch(`${site.origin}/`, ANYWHERE))
  expect([second.reason, site.asked]).toEqual(['busy', ['/busy']])
})
