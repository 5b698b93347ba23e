import { expect, it } from 'vitest'
import type { Research, ResearchResult } from '../research.ts'
import { TimeLimitReached } from '../runs/bound-research.ts'
import { KEY } from '../runs/testing/engine-client.ts'
import { goodResult } from '../runs/testing/good-result.ts'
import { startTestEngine } from '../runs/testing/test-engine.ts'

/** Research that a test ends when it likes, and that tells when its caller has gone. */
function openWork() {
  const begun: Array<PromiseWithResolvers<ResearchResult>> = []
  const aborted: unknown[] = []
  const research: Research = (_request, { signal }) => {
    const work = Promise.withResolvers<ResearchResult>()
    begun.push(work)
    signal?.addEventListener('abort', () => aborted.push(signal.reason))
    return work.promise
  }
  return { begun, aborted, research }
}

it('works on so many calls at once, lets some wait, and sends the rest away for a moment', async () => {
  const { begun, research } = openWork()
  const engine = await startTestEngine(research, { callsAtOnce: 2 })
  const calls = Array.from({ length: 11 }, () => engine.post('/v1/answer', { query: 'Who?' }))
  const sentAway = await Promise.race(calls)
  expect(sentAway).toMatchObject({ status: 429, body: { detail: expect.any(String) } })
  expect(Number(sentAway.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(begun).toHaveLength(2)
  for (let index = 0; index < 10; index += 1) {
    await expect.poll(() => begun.length).toBeGreaterThan(index)
    begun[index]?.resolve(goodResult)
  }
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

it('ends the work of a caller who hangs up, and gives the place to the next', async () => {
  const { begun, aborted, research } = openWork()
  const engine = await startTestEngine(research, { callsAtOnce: 1 })
  const caller = new AbortController()
  const call = fetch(`${engine.url}/v1/answer`, {
    method: 'POST',
    headers: { 'x-api-key': KEY },
    body: JSON.stringify({ query: 'Who?' }),
    signal: caller.signal,
  }).catch(() => 'hung up')
  await expect.poll(() => begun.length).toBe(1)
  const next = engine.post('/v1/answer', { query: 'Who?' })
  caller.abort()
  expect(await call).toBe('hung up')
  await expect.poll(() => begun.length).toBe(2)
  expect(aborted).toHaveLength(1)
  begun[1]?.resolve(goodResult)
  expect((await next).status).toBe(200)
})

it('tells a caller whose time is over, and a task', async () => {
  const engine = await startTestEngine(() => Promise.reject(new TimeLimitReached()))
  expect(await engine.post('/v1/answer', { query: 'Who?' })).toMatchObject({
    status: 504,
    body: { detail: expect.stringContaining('longer than its effort allows') },
  })
  expect(await engine.ended(await engine.submit())).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('longer than its effort allows'),
  })
})

it('lets calls finish while it stops, takes no others, and ends what takes too long', async () => {
  const { begun, research } = openWork()
  const engine = await startTestEngine(research, { drainMs: 300 })
  const quick = engine.post('/v1/answer', { query: 'Who?' })
  const slow = engine.post('/v1/answer', { query: 'Who?' })
  await expect.poll(() => begun.length).toBe(2)
  const stopped = engine.stop()
  const refused = await engine.post('/v1/answer', { query: 'Who?' })
  expect(refused).toMatchObject({ status: 503, body: { detail: expect.any(String) } })
  begun[0]?.resolve(goodResult)
  expect((await quick).status).toBe(200)
  expect((await slow).status).toBe(503)
  await stopped
  await expect(engine.get('/healthz')).rejects.toThrow()
})
