import { auditDatabase } from '../server/src/wallet/audit.ts'
import type { BenchDatabase, BenchDatabases } from './open-databases.ts'

/** A benchmark that flatters is a defect: every answer counted was paid for, and the books hold. */
export async function checkBooks(
  { calls, debits, open }: BenchDatabases,
  { charged }: { charged: number },
): Promise<string> {
  const captured = await countCharges(calls, 'captured')
  const total = await countCharges(calls)
  if (captured !== charged || total !== charged) {
    throw new Error(`${charged} answers, but ${captured} of ${total} charges captured`)
  }
  for (const { connection } of [calls, debits, open]) {
    const [violation] = await auditDatabase(connection)
    if (violation) throw new Error(`the audit found: ${JSON.stringify(violation)}`)
  }
  return `\n${charged} paid answers, as many captured charges; the audit is clean.\n`
}

async function countCharges({ database }: BenchDatabase, state?: string): Promise<number> {
  const { rows } = await database.query<{ count: bigint }>(
    'select count(*) as count from charge where $1::text is null or state::text = $1',
    [state ?? null],
  )
  return Number(rows[0]?.count)
}
