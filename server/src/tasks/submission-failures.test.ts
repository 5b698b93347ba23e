import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abandonCharge } from '../testing/scenes/abandon-charge.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { cutConnection } from '../testing/scenes/play-tasks.ts'
import { readLedger } from '../testing/scenes/read-ledger.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import {
  get,
  post,
  type Reply,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'
import { answerWell, type StubReply, startStubUpstream } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { queueTask } from './queue-task.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
afterAll(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.close()
})

const submit = (key: string, serviceUrl = test.service.url) =>
  post(`${serviceUrl}/api/v1/research`, key, { input: 'What was asked', research_effort: 'deep' })

/** 502 with the whole amount refunded, on the wire, in the books and at a later poll. */
async function expectRefunded(
  { key, accountId }: { key: string; accountId: string },
  reply: Reply,
  cause: string,
): Promise<void> {
  const id = reply.headers.get('x-request-id')
  expect(reply.status).toBe(502)
  expect(reply.body).toEqual({
    code: 'QUERY_FAILED_REFUNDED',
    message: expect.any(String),
    request_id: id,
    billing: {
      request_id: id,
      cost_usd: 0,
      cost_units: 0,
      refunded_usd: 0.3,
      refunded_units: 3_000_000,
      balance_usd: 10,
    },
  })
  expectContract('research', reply)
  expect(await readLedger(test.database, accountId)).toEqual({
    balanceUnits: 100_000_000n,
    charges: [
      {
        id,
        request_id: id,
        state: 'refunded',
        path: 'wallet>held, held>wallet',
        cause,
        task: 'failed',
      },
    ],
  })
  expect((await get(`${test.service.url}/api/v1/research/${id}`, key)).body).toMatchObject({
    status: 'failed',
    code: 'QUERY_FAILED_REFUNDED',
  })
}

describe('a submission that fails', () => {
  it.each<[string, string, StubReply]>([
    ['401', 'upstream_refused', { status: 401, body: { detail: 'Invalid API key' } }],
    ['402', 'upstream_refused', { status: 402, body: { error: 'quota', message: 'spent' } }],
    ['403', 'upstream_refused', { status: 403, body: { detail: 'Forbidden' } }],
    ['404', 'upstream_refused', { status: 404, body: { detail: 'Task not found' } }],
    ['422, a sentence', 'request_refused', { status: 422, body: { error: 'bad schema' } }],
    [
      '422, an echo',
      'request_refused',
      { status: 422, body: { detail: [{ msg: 'bad', input: 'What was asked' }] } },
    ],
    ['422, a list', 'request_refused', { status: 422, body: { errors: [{ code: 'bad' }] } }],
    ['a spend cap', 'upstream_refused', { status: 429, body: { error: 'spend_cap_exceeded' } }],
    ['a redirect', 'upstream_refused', { status: 307, headers: { location: '/' }, body: '' }],
    ['500', 'upstream_failed', { status: 500, body: { detail: 'Internal error' } }],
    ['503', 'upstream_failed', { status: 503, body: '<html>' }],
    ['no JSON', 'upstream_bad_body', { body: 'accepted' }],
    ['nothing', 'upstream_bad_body', { status: 204, body: '' }],
    ['no id', 'upstream_bad_body', { body: { status: 'queued' } }],
    ['an id that is no id', 'upstream_bad_body', { body: { task_id: '../answer?x=' } }],
    ['a number for an id', 'upstream_bad_body', { body: { task_id: 7 } }],
    ['an error beside the id', 'upstream_bad_body', { body: { task_id: 'r', error: 'no' } }],
    ['failed at once', 'upstream_bad_body', { body: { task_id: 'r', status: 'failed' } }],
    ['a cut connection', 'upstream_unreachable', cutConnection],
    [
      'half a reply',
      'upstream_unreachable',
      { write: response => response.writeHead(200).write('{"task', () => response.destroy()) },
    ],
  ])('is 502 at once and refunded once: %s', async (_case, cause, reply) => {
    const payer = await test.createPayer()
    const sent = test.upstream.requests.length
    test.upstream.handler = () => reply
    await expectRefunded(payer, await submit(payer.key), cause)
    expect(test.upstream.requests.length).toBe(sent + 1)
    test.upstream.handler = answerWell
  })

  it('is 502 at once and refunded once: no reply', async () => {
    const impatient = await startAnotherService(test, { FOOTNOTE_SUBMIT_TIMEOUT_SECONDS: '0.3' })
    const payer = await test.createPayer()
    const call = holdCalls(test.upstream)
    await expectRefunded(payer, await submit(payer.key, impatient.url), 'upstream_timeout')
    call.release()
    await impatient.stop()
  })

  it('is 502 at once and refunded once: connection refused', async () => {
    const gone = await startStubUpstream()
    const another = await startAnotherService({ ...test, upstream: gone })
    await gone.close()
    const payer = await test.createPayer()
    await expectRefunded(payer, await submit(payer.key, another.url), 'upstream_unreachable')
    await another.stop()
  })
})

describe('an id that comes too late', () => {
  it('does not revive a task that the sweeper has refunded', async () => {
    const payer = await test.createPayer()
    const call = holdCalls(test.upstream)
    const submission = submit(payer.key)
    await call.arrived
    await test.database.query(
      'update open_charge set deadline_at = clock_timestamp() where account_id = $1',
      [payer.accountId],
    )
    await waitFor('the sweeper', async () => {
      const { charges } = await readLedger(test.database, payer.accountId)
      return charges[0]?.state === 'refunded'
    })
    call.release()
    await expectRefunded(payer, await submission, 'deadline_passed')
  })

  it('does not revive a task whose process died while submitting', async () => {
    const payer = await test.createPayer()
    const taskId = await abandonCharge(test.database, {
      accountId: payer.accountId,
      task: { lifetimeMs: 86_400_000, upstreamId: 1, structured: false },
    })
    const ledgerOf = () => readLedger(test.database, payer.accountId)
    await waitFor('the sweeper', async () => (await ledgerOf()).charges[0]?.task === 'failed')
    const late = { taskId, remoteId: 'remote-late', verdictMs: 900_000 }
    expect(await queueTask(test.database, late)).toBe(false)
    expect(await ledgerOf()).toMatchObject({
      balanceUnits: 100_000_000n,
      charges: [{ path: 'wallet>held, held>wallet', cause: 'process_died', task: 'failed' }],
    })
    const reply = await get(`${test.service.url}/api/v1/research/${taskId}`, payer.key)
    expect(reply).toMatchObject({ status: 200, body: { status: 'failed' } })
  })
})

it('the id of an accepted task is stored once: repeating it changes nothing, another is refused', async () => {
  const payer = await test.createPayer()
  const { body } = await submit(payer.key)
  const note = (remoteId: string) =>
    queueTask(test.database, { taskId: body.task_id, remoteId, verdictMs: 900_000 })
  expect(await note('remote-1')).toBe(true)
  expect(await note('remote-2')).toBe(false)
  const { rows } = await test.database.query('select state, remote_id from task where id = $1', [
    body.task_id,
  ])
  expect(rows).toEqual([{ state: 'queued', remote_id: 'remote-1' }])
})
