import type { RefundsResponse } from '@footnote/contract/site/operator'
import type { Effort, Tool } from '@footnote/contract/tools'
import type { Database } from '@footnote/platform/database/connect'

interface Row {
  outcome: string
  tool: Tool
  effort: Effort | null
  calls: bigint
}

/** Counts refunds by cause over the last days of UTC, today included, most common first. */
export async function readRefunds(
  database: Pick<Database, 'query'>,
  { days }: { days: number },
): Promise<RefundsResponse> {
  const { rows } = await database.query<Row>({
    name: 'read_refunds',
    text: `select outcome, tool, nullif(effort, '') as effort, sum(calls)::bigint as calls
           from call_hour
           where hour >= date_trunc('day', now(), 'UTC')
             - ($1::integer - 1) * interval '24 hours'
           group by 1, 2, 3
           having sum(calls) > 0
           order by 4 desc, 1, 2, 3`,
    values: [days],
  })
  const sum = (own: readonly Row[]) => own.reduce((total, { calls }) => total + Number(calls), 0)
  const refunds = rows.filter(({ outcome }) => outcome !== 'captured')
  const refunded = sum(refunds)
  return {
    captured: sum(rows) - refunded,
    refunded,
    causes: refunds.map(({ outcome, tool, effort, calls }) => ({
      cause: outcome,
      tool,
      effort,
      calls: Number(calls),
    })),
  }
}
