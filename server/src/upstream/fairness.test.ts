import { randomUUIDv7 } from 'node:crypto'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Payer } from '../testing/create-payer.ts'
import { readLedger } from '../testing/read-ledger.ts'
import {
  answerWell,
  goodAnswer,
  type StubReply,
  type StubRequest,
} from '../testing/stub-upstream.ts'
import { post, startTestService, type TestService } from '../testing/test-service.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { createUpstream } from './upstream.ts'

const SLOTS = 2
const FLOOD = 30

let test: TestService
beforeAll(async () => {
  test = await startTestService()
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

it('an account that floods an engine delays other accounts by one turn', async () => {
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
  const flood = Array.from({ length: FLOOD }, () => ask(greedy, 'greedy'))
  await waitFor('all calls of the flood to be debited', async () => {
    const { charges } = await readLedger(test.database, greedy.accountId)
    return charges.length === FLOOD && arrived.length === SLOTS
  })
  const late = ask(other, 'late')
  await waitFor('the other call to be debited', async () => {
    const { charges } = await readLedger(test.database, other.accountId)
    return charges.length === 2
  })
  // Ends the calls one by one, so that each lets one more through.
  for (let ended = 0; ended < FLOOD + 1; ended += 1) {
    await waitFor('a call to be held', () => held.length > ended)
    held[ended]?.()
  }
  await Promise.all([...flood, late])
  expect(mostInside).toBe(SLOTS)
  // At most one waiting call of the flood goes before it, plus one let through in the meantime.
  expect(arrived.indexOf('late')).toBeLessThanOrEqual(SLOTS + 2)
  expect(arrived).toHaveLength(FLOOD + 1)
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
  const address = { id: 1, url: test.upstream.url, apiKey: '', breakerMs: 1_000 }
  test.upstream.handler = answerWell
  const submit = async (queue: string, isOwn: boolean) => {
    const upstream = createUpstream({ ...address, isOwn })
    const { signal } = new AbortController()
    const request = { input: 'i', research_effort: 'deep' } as const
    await upstream.submit(request, { queue, signal, endsAt: Number.POSITIVE_INFINITY })
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
