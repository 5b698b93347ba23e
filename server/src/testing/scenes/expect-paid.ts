import { expect } from 'vitest'
import type { Payer } from './create-payer.ts'
import { get, post, type Reply, type TestService } from './test-service.ts'

/** Makes a call that must succeed and cost exactly this in every view. */
export async function expectPaid(
  { service: { url } }: TestService,
  { key }: Payer,
  call: { path: string; body: object; status: number; costUsd: number; costUnits: number },
): Promise<Reply> {
  const readUnits = async () => (await get(`${url}/api/v1/wallet`, key)).body.balance_units
  const before = await readUnits()
  const reply = await post(`${url}${call.path}`, key, call.body)
  expect(reply.status).toBe(call.status)
  const after = before - call.costUnits
  expect(reply.body.billing).toEqual({
    request_id: reply.headers.get('x-request-id'),
    cost_usd: call.costUsd,
    cost_units: call.costUnits,
    balance_usd: after / 10_000_000,
  })
  expect(await readUnits()).toBe(after)
  return reply
}
