import { expect } from 'vitest'
import type { Payer } from './create-payer.ts'
import { expectContract } from './expect-contract.ts'
import { readLedger, refunded } from './read-ledger.ts'
import type { PaidTool } from './start-validation.ts'
import { get, type Reply, type TestService } from './test-service.ts'

/** Checks that the first call of a payer with 10 USD failed and was refunded in full, once. */
export async function expectRefunded(
  { service, database }: Pick<TestService, 'service' | 'database'>,
  { key, accountId }: Payer,
  { tool, reply, units }: { tool: PaidTool; reply: Reply; units: number },
): Promise<void> {
  expectContract(tool, reply)
  const request_id = reply.headers.get('x-request-id')
  expect(reply).toMatchObject({ status: 502, body: { code: 'QUERY_FAILED_REFUNDED' } })
  expect(reply.body.billing).toEqual({
    request_id,
    cost_usd: 0,
    cost_units: 0,
    refunded_usd: units / 10_000_000,
    refunded_units: units,
    balance_usd: 10,
  })
  const { charges, balanceUnits } = await readLedger(database, accountId)
  expect(balanceUnits).toBe(100_000_000n)
  expect(charges).toMatchObject([{ id: request_id, ...refunded }])
  const usage = await get(`${service.url}/api/v1/usage`, key)
  expect(usage.body.calls).toMatchObject([
    { request_id, tool, cost_units: units, state: 'refunded' },
  ])
}
