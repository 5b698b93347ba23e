import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Client } from '../core/client.ts'
import { openClient } from '../testing/open-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([
  ['an answer', 95, c => c.answer({ query: 'q' })],
  ['research', 215, c => c.research({ input: 'i' })],
  ['lite research', 95, c => c.research({ input: 'i', research_effort: 'lite' })],
  ['a submission', 95, c => c.research({ input: 'i', research_effort: 'frontier' })],
  ['finance', 455, c => c.financeResearch({ input: 'i' })],
  ['a look at a task', 65, c => c.tasks.retrieve('t')],
  ['the wallet', 65, c => c.wallet()],
  ['what has no name here', 455, c => c.send({ method: 'POST', path: '/new', body: {} })],
] as [string, number, (client: Client) => Promise<unknown>][])(
  'waits for %s as long as the service may take: %d s',
  async (_what, seconds, call) => {
    const transport = () => new Promise<never>(() => {})
    const { client } = openClient('http://127.0.0.1', { transport })
    let ended: unknown
    const ending = call(client).catch(error => {
      ended = error
    })
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
    expect(ended).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await ending
    expect(ended).toMatchObject({ code: 'TIMED_OUT' })
    expect(vi.getTimerCount()).toBe(0)
  },
)

it('leaves no timer behind that would keep a program running', async () => {
  const transport = async () => ({
    status: 200,
    headers: new Headers(),
    body: new Blob(['{}']).stream(),
  })
  const { client } = openClient('http://127.0.0.1', { transport })
  await client.wallet()
  expect(vi.getTimerCount()).toBe(0)
})
