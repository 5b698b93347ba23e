import type { OperatorPaymentsResponse } from '@footnote/contract/site/operator'
import type { Database } from '@footnote/platform/database/connect'

interface Row {
  read_until: Date
  waiting: number
  waiting_since: Date | null
}

/** How far the provider's events have been read, in the mode of it that was read last. */
export async function readReconciliation(
  database: Database,
): Promise<OperatorPaymentsResponse['reconciliation']> {
  const { rows } = await database.query<Row>(
    `select payment_cursor.read_until, count(payment_subject.subject)::integer as waiting,
       min(payment_subject.failed_at) as waiting_since
     from payment_cursor left join payment_subject on payment_subject.mode = payment_cursor.mode
     group by payment_cursor.mode
     order by payment_cursor.read_until desc limit 1`,
  )
  const [row] = rows
  return {
    read_until: row?.read_until.toISOString() ?? null,
    waiting: row?.waiting ?? 0,
    waiting_since: row?.waiting_since?.toISOString() ?? null,
  }
}
