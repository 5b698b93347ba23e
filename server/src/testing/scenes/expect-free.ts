import { expect } from 'vitest'
import type { Payer } from './create-payer.ts'
import { readLedger } from './read-ledger.ts'
import type { Reply, TestService } from './test-service.ts'

/** Makes a request that must neither move money nor reach the upstream. */
export async function expectFree(
  { database, upstream }: TestService,
  { accountId }: Payer,
  request: () => Promise<Reply>,
): Promise<Reply> {
  const look = async () => ({
    ledger: await readLedger(database, accountId),
    sent: upstream.requests.length,
  })
  const before = await look()
  const reply = await request()
  expect(await look()).toEqual(before)
  return reply
}
