import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectError } from '../testing/scenes/expect-contract.ts'
import { type HeldCalls, holdCalls } from '../testing/scenes/hold-calls.ts'
import { captured, readLedger, refunded } from '../testing/scenes/read-ledger.ts'
import {
  post,
  type Reply,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'
import { answerWell } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

const CONNECTIONS = 4

let test: TestService
let payer: Payer
beforeEach(() => start())
afterEach(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.close()
})

async function start(settings: Record<string, string> = {}): Promise<void> {
  test = await startTestService({
    FOOTNOTE_UPSTREAM_CONNECTIONS: String(CONNECTIONS),
    FOOTNOTE_BREAKER_SECONDS: '600',
    ...settings,
  })
  payer = await test.createPayer()
}

const send = (tool: string, body: object, who = payer): Promise<Reply> =>
  post(`${test.service.url}/api/v1/${tool}`, who.key, body)
const answer = (who = payer) => send('answer', { query: 'q' }, who)
const finance = () => send('finance_research', { input: 'i' })
const submit = () => send('research', { input: 'i', research_effort: 'deep' })
const times = <T>(count: number, call: () => T): T[] => Array.from({ length: count }, call)
const charges = async () => (await readLedger(test.database, payer.accountId)).charges

/** The upstream accepts as many calls as it gets at once, and replies to none. */
async function fill(call = answer): Promise<HeldCalls & { running: Promise<Reply>[] }> {
  const held = holdCalls(test.upstream)
  const before = test.upstream.requests.length
  const running = times(CONNECTIONS, call)
  await waitFor('every connection to be in use', async () => {
    return test.upstream.requests.length === before + CONNECTIONS
  })
  return { ...held, running }
}

const statuses = async (calls: Promise<Reply>[]) =>
  (await Promise.all(calls)).map(({ status }) => status)

describe('admission by the capacity of the upstream', () => {
  it('makes a call wait for a connection before it is debited', async () => {
    const { running, release } = await fill()
    const waiting = times(20, () => answer())
    // A caller with too low a balance is refused at once.
    expectError('INSUFFICIENT_BALANCE', await answer(await test.createPayer('0.01')))
    expect(await charges()).toHaveLength(CONNECTIONS)
    expect(test.upstream.requests).toHaveLength(CONNECTIONS)
    release()
    expect(await statuses([...running, ...waiting])).toEqual(Array(24).fill(200))
    expect(await charges()).toMatchObject(Array(24).fill(captured))
  })

  it('refuses calls that cannot be sent in time before the debit, and keeps the breaker closed', async () => {
    await test.close()
    await start({ FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '3' })
    const { running, release } = await fill(finance)
    for (const refusal of await Promise.all(times(20, () => answer()))) {
      expectError('SERVICE_UNAVAILABLE', refusal)
    }
    expect(test.upstream.requests).toHaveLength(CONNECTIONS)
    release()
    expect(await statuses(running)).toEqual(Array(CONNECTIONS).fill(200))
    expect((await answer()).status).toBe(200)
    expect(await charges()).toMatchObject(Array(CONNECTIONS + 1).fill(captured))
  })

  it('does not make a submission or a poll wait for calls', async () => {
    const { running, release } = await fill()
    const hold = test.upstream.handler
    test.upstream.handler = answerWell
    const { body } = await submit()
    expect(body.status).toBe('queued')
    const url = `${test.service.url}/api/v1/research/${body.task_id}`
    const headers = { authorization: `Bearer ${payer.key}` }
    expect(await (await fetch(url, { headers })).json()).toMatchObject({ status: 'completed' })
    test.upstream.handler = hold
    release()
    expect(await statuses(running)).toEqual(Array(CONNECTIONS).fill(200))
  })

  it('refuses a waiting call without a debit when the service shuts down', async () => {
    await test.close()
    await start({ FOOTNOTE_DRAIN_SECONDS: '0' })
    const { running } = await fill()
    const waiting = times(20, () => answer())
    expectError('INSUFFICIENT_BALANCE', await answer(await test.createPayer('0.01')))
    await test.service.stop()
    for (const reply of await Promise.all(running)) expectError('QUERY_FAILED_REFUNDED', reply)
    for (const reply of await Promise.all(waiting)) expectError('SERVICE_UNAVAILABLE', reply)
    const shutDown = { ...refunded, cause: 'shutdown' }
    expect(await charges()).toMatchObject(Array(CONNECTIONS).fill(shutDown))
  })
})
