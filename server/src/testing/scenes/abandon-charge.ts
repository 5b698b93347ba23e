import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { createDebit, type Debit } from '../../wallet/debit.ts'

/** Debits for a process that no other ever sees alive: held until the sweeper comes. */
export async function abandonCharge(
  database: Database,
  { accountId, task }: { accountId: string; task?: Debit['task'] },
): Promise<string> {
  const chargeId = randomUUIDv7()
  await createDebit(database)({
    chargeId,
    accountId,
    keyId: null,
    tool: 'research',
    effort: 'deep',
    costUnits: 3_000_000n,
    holdMs: 90_000,
    instanceId: randomUUIDv7(),
    ...(task && { task }),
  })
  return chargeId
}
