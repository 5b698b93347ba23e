import type { MovementKind, StatementResponse } from '@footnote/contract/site/responses'
import type { Effort, Tool } from '@footnote/contract/tools'
import { toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { KIND } from './list-movements.ts'

interface Row {
  kind: MovementKind
  tool: Tool | null
  effort: Effort | null
  count: bigint
  units: bigint
  opening_units: bigint
  closing_units: bigint
}

/** PostgreSQL's code for a statement that took longer than its limit. */
const TOOK_TOO_LONG = '57014'
const DAY_MS = 86_400_000

/**
 * Adds up a month (UTC) of a wallet, such as 2026-11, from its opening to its closing balance. A month that is too
 * large for one statement is added up day by day.
 */
export async function readStatement(
  database: Pick<Database, 'query'>,
  { accountId, month }: { accountId: string; month: string },
): Promise<StatementResponse> {
  const from = new Date(`${month}-01T00:00:00Z`)
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  const read = (part: Part) => readRows(database, accountId, part)
  try {
    return toStatement([await read({ from, until })])
  } catch (error) {
    if (Object(error).code !== TOOK_TOO_LONG) throw error
    const parts: Row[][] = []
    for (const day of daysOf({ from, until })) parts.push(await read(day))
    return toStatement(parts)
  }
}

interface Part {
  readonly from: Date
  readonly until: Date
}

function* daysOf({ from, until }: Part): Generator<Part> {
  for (let start = from.getTime(); start < until.getTime(); start += DAY_MS) {
    yield { from: new Date(start), until: new Date(start + DAY_MS) }
  }
}

async function readRows(
  database: Pick<Database, 'query'>,
  accountId: string,
  { from, until }: Part,
): Promise<Row[]> {
  const { rows } = await database.query<Row>({
    name: 'read_statement',
    // Found as in list_movements: debits by the account's charges, everything else by an index of its own.
    text: `with movement as materialized (
             select movement.*, charge.tool, charge.effort,
               case when target = 'wallet' then units else -units end as signed_units
             from charge
             join movement on movement.charge_id = charge.id
               and movement.source = 'wallet' and movement.target = 'held'
             where charge.account_id = $1
               -- A charge and its debit have nearly the same time.
               and charge.created_at >= $2::timestamptz - interval '1 hour'
               and charge.created_at < $3::timestamptz + interval '1 hour'
               and movement.created_at >= $2 and movement.created_at < $3
             union all
             select movement.*, charge.tool, charge.effort,
               case when target = 'wallet' then units else -units end
             from movement
             left join charge on charge.id = movement.charge_id
             where movement.account_id = $1 and movement.balance_units is not null
               and (movement.target = 'wallet' or movement.charge_id is null)
               and movement.created_at >= $2 and movement.created_at < $3
           )
           select ${KIND} as kind, tool, effort, count(*) as count, sum(signed_units)::bigint as units,
             (select balance_units - signed_units from movement order by id limit 1) as opening_units,
             (select balance_units from movement order by id desc limit 1) as closing_units
           from movement
           group by 1, 2, 3
           order by tool is not null, min(id)`,
    values: [accountId, from, until],
  })
  return rows
}

/** Joins parts that follow each other. */
function toStatement(parts: readonly Row[][]): StatementResponse {
  const rows = parts.flat()
  const openingUnits = rows[0]?.opening_units ?? 0n
  const closingUnits = rows.at(-1)?.closing_units ?? 0n
  const groups = Map.groupBy(rows, ({ kind, tool, effort }) => `${kind} ${tool} ${effort}`)
  const lines = [...groups.values()].map(([first, ...more]) => {
    const { kind, tool, effort, count, units } = first as Row
    return {
      ...{ kind, tool, effort },
      count: Number(more.reduce((sum, row) => sum + row.count, count)),
      units: more.reduce((sum, row) => sum + row.units, units),
    }
  })
  return {
    opening_units: toWireUnits(openingUnits),
    closing_units: toWireUnits(closingUnits),
    lines: lines
      .toSorted((one, other) => Number(one.tool !== null) - Number(other.tool !== null))
      .map(line => ({ ...line, units: toWireUnits(line.units) })),
    is_complete: openingUnits + lines.reduce((sum, { units }) => sum + units, 0n) === closingUnits,
  }
}
