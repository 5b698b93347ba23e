import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { readLedger } from '../testing/scenes/read-ledger.ts'
import { get, post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService({ FOOTNOTE_SWEEP_SECONDS: '3600' })
})
afterAll(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.close()
})

const submit = (key: string, body: object) =>
  post(`${test.service.url}/api/v1/research`, key, { input: 'What was asked', ...body })

describe('a submission', () => {
  it.each([
    { body: { research_effort: 'lite', background: true }, units: 400_000 },
    { body: { background: true }, units: 1_500_000 },
    { body: { research_effort: 'deep' }, units: 3_000_000 },
    { body: { research_effort: 'deep', background: false }, units: 3_000_000 },
    { body: { research_effort: 'exhaustive', background: true }, units: 13_500_000 },
    { body: { research_effort: 'frontier' }, units: 36_000_000 },
  ])('is charged once and gets 202: $body', async ({ body, units }) => {
    const { key, accountId } = await test.createPayer('10')
    const sent = test.upstream.requests.length
    const reply = await submit(key, body)
    expect(reply.status).toBe(202)
    expectContract('research', reply)
    const id = reply.headers.get('x-request-id')
    expect(reply.body).toEqual({
      task_id: id,
      status: 'queued',
      expires_at: expect.any(String),
      billing: {
        request_id: id,
        cost_usd: units / 10_000_000,
        cost_units: units,
        balance_usd: (100_000_000 - units) / 10_000_000,
      },
    })
    expect(test.upstream.requests.slice(sent).map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: '/v1/research',
        body: {
          input: 'What was asked',
          research_effort: body.research_effort ?? 'standard',
          background: true,
        },
      },
    ])
    expect(await readLedger(test.database, accountId)).toMatchObject({
      balanceUnits: BigInt(100_000_000 - units),
      charges: [{ id, state: 'held', path: 'wallet>held', task: 'queued' }],
    })
  })

  it('expires 24 hours after the debit, by the clock of the database', async () => {
    const { key } = await test.createPayer()
    const { body } = await submit(key, { research_effort: 'deep' })
    const { rows } = await test.database.query(
      `select task.expires_at, task.expires_at - charge.created_at = interval '24 hours' as is_a_day,
         open_charge.deadline_at - task.expires_at as verdict, open_charge.instance_id
       from task join charge on charge.id = task.id
       join open_charge on open_charge.charge_id = task.id
       where task.id = $1`,
      [body.task_id],
    )
    expect(rows).toEqual([
      {
        expires_at: new Date(body.expires_at),
        is_a_day: true,
        verdict: expect.objectContaining({ minutes: 15 }),
        instance_id: null,
      },
    ])
  })

  it('is debited and stored before the upstream gets it', async () => {
    const { key, accountId } = await test.createPayer('10')
    const call = holdCalls(test.upstream)
    const submission = submit(key, { research_effort: 'deep' })
    await call.arrived
    const ledger = await readLedger(test.database, accountId)
    expect(ledger).toMatchObject({
      balanceUnits: 97_000_000n,
      charges: [{ state: 'held', path: 'wallet>held', task: 'submitting' }],
    })
    // A client that already knows its id may ask.
    const id = ledger.charges[0]?.id
    const poll = await get(`${test.service.url}/api/v1/research/${id}`, key)
    expect(poll.status).toBe(200)
    expect(poll.body).toEqual({
      task_id: id,
      status: 'submitting',
      expires_at: expect.any(String),
    })
    expect(poll.headers.get('retry-after')).toBe('5')
    call.release()
    expect(await submission).toMatchObject({ status: 202, body: { task_id: id } })
  })
})
