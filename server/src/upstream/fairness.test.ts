import { randomUUIDv7 } from 'node:crypto'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { readLedger } from '../testing/scenes/read-ledger.ts'
import { post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import {
  answerWell,
  goodAnswer,
  type StubReply,
  type StubRequest,
} from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { createUpstream } from './upstream.ts'

const SLOTS = 2
const ACCOUNT_CALLS = 30

let test: TestService
beforeAll(async () => {
  test = await startTestService({ FOOTNOTE_ACCOUNT_CALLS: String(ACCOUNT_CALLS) })
})
afterAll(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.close()
})

/** A reply of an engine that works on `SLOTS` calls at once. */
const withSlots = (reply: { status?: number; body: unknown }): StubReply => ({
  ...reply,
  headers: { 'footnote-calls-at-once': String(SLOTS), 'retry-after': '1' },
})

const queryOf = ({ body }: StubRequest) => (body as { query: string }).query
const ask = ({ key }: Payer, query: string) =>
  post(`${test.service.url}/api/v1/answer`, key, { query })

/** Sends one call more than an account may have, and waits until that one is refused: then all others are in. */
async function flood(payer: Payer, query: string): Promise<Promise<unknown>[]> {
  const refused = Promise.withResolvers<void>()
  const calls = Array.from({ length: ACCOUNT_CALLS + 1 }, async () => {
    if ((await ask(payer, query)).status === 429) refused.resolve()
  })
  await refused.promise
  return calls
}

it('an account that floods an engine takes turns with other accounts', async () => {
  const [greedy, other] = [await test.createPayer(), await test.createPayer()]
  test.upstream.handler = () => withSlots({ body: goodAnswer })
  await ask(other, 'first')

  const arrived: string[] = []
  const held: Array<() => void> = []
  let inside = 0
  let mostInside = 0
  test.upstream.handler = async request => {
    arrived.push(queryOf(request))
    inside += 1
    mostInside = Math.max(mostInside, inside)
    await new Promise<void>(resolve => held.push(resolve))
    inside -= 1
    return withSlots({ status: 422, body: { error: 'no source' } })
  }
  const calls = [...(await flood(greedy, 'greedy')), ...(await flood(other, 'late'))]
  await waitFor('the slots to be taken', () => held.length === SLOTS)
  // Only calls that have a slot are debited.
  expect((await readLedger(test.database, greedy.accountId)).charges).toHaveLength(SLOTS)
  // Ends the calls one by one, so that each lets one more through.
  for (let ended = 0; ended < 2 * ACCOUNT_CALLS; ended += 1) {
    await waitFor('a call to be held', () => held.length > ended)
    held[ended]?.()
  }
  await Promise.all(calls)
  expect(mostInside).toBe(SLOTS)
  expect(arrived).toHaveLength(2 * ACCOUNT_CALLS)
  // In turns, half of these are late; some may have been on their way when the first slots were free.
  const lateAmongFirst = arrived.slice(0, ACCOUNT_CALLS).filter(query => query === 'late')
  expect(lateAmongFirst.length).toBeGreaterThan(ACCOUNT_CALLS / 4)
})

it('a full engine delays only the call that it turned away', async () => {
  const [turnedAway, other] = [await test.createPayer(), await test.createPayer()]
  const full = Promise.withResolvers<void>()
  let isFull = true
  test.upstream.handler = request => {
    if (queryOf(request) !== 'turned away' || !isFull) return withSlots({ body: goodAnswer })
    full.resolve()
    return {
      status: 429,
      headers: { 'footnote-calls-at-once': String(SLOTS), 'retry-after': '3600' },
      body: {},
    }
  }
  const first = ask(turnedAway, 'turned away')
  await full.promise
  expect((await ask(other, 'other')).status).toBe(200)
  isFull = false
  expect((await first).status).toBe(200)
})

it('tells only its own engine which runs share a queue, and not whose they are', async () => {
  const address = {
    id: 1,
    url: test.upstream.url,
    apiKey: '',
    breakerMs: 1_000,
    mostCalls: 4,
    mostQueueMs: 60_000,
  }
  test.upstream.handler = answerWell
  const submit = async (queue: string, isOwn: boolean) => {
    const upstream = createUpstream({ ...address, isOwn })
    const { signal } = new AbortController()
    const request = { input: 'i', research_effort: 'deep' } as const
    const turn = { queue, signal, endsAt: Number.POSITIVE_INFINITY }
    const slot = await upstream.takeSlot(turn, { kind: 'deep', isTask: true })
    await upstream.submit(request, { ...turn, slot })
    await upstream.close()
    return test.upstream.requests.at(-1)?.headers['footnote-queue']
  }
  const [one, other] = [randomUUIDv7(), randomUUIDv7()]
  const name = await submit(one, true)
  expect(name).toMatch(/^[\w-]{43}$/)
  expect(await submit(one, true)).toBe(name)
  expect(await submit(other, true)).not.toBe(name)
  expect(await submit(one, false)).toBeUndefined()
})
