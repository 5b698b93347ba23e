import { limits } from '@footnote/contract/limits'
import type { ChargeState, UsageResponse } from '@footnote/contract/responses'
import type { Effort, Tool } from '@footnote/contract/tools'
import { toUsd, toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { retryUntil } from '../database/retry-until.ts'

interface Row {
  id: string
  request_id: string
  tool: Tool
  effort: Effort | null
  cost_units: bigint
  state: ChargeState
  key_name: string
  created_at: Date
  created_us: bigint
}

/** Which calls to list; absent or null for all. */
export interface UsageFilter {
  readonly from?: Date | null
  readonly to?: Date | null
  readonly tool?: Tool | undefined
  readonly effort?: Effort | undefined
  readonly key?: string | undefined
  readonly state?: ChargeState | undefined
}

interface UsagePage {
  readonly calls: UsageResponse['calls']
  /** The start of the next page; undefined on the last. */
  readonly nextCursor: string | undefined
}

/** How long a page is tried. */
const PAGE_MS = 30_000
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** One page of the charged calls of an account, newest first, as the wire has them. */
export async function listUsage(
  database: Database,
  accountId: string,
  {
    filter = {},
    cursor,
    most = limits.usageCalls,
  }: { filter?: UsageFilter; cursor?: string | undefined; most?: number } = {},
): Promise<UsagePage> {
  const { rows } = await database.query<Row>({
    name: 'list_usage',
    text: `select charge.id, coalesce(charge.request_id, charge.id) as request_id, charge.tool,
             charge.effort, charge.cost_units, charge.state,
             coalesce(api_key.name, 'website') as key_name, charge.created_at,
             (extract(epoch from charge.created_at) * 1000000)::bigint as created_us
           from charge left join api_key on api_key.id = charge.key_id
           where charge.account_id = $1
             and (charge.created_at, charge.id) < (
               coalesce('epoch'::timestamptz + $2::bigint * interval '1 microsecond', 'infinity'), $3
             )
             and charge.created_at >= coalesce($4::timestamptz, '-infinity')
             and charge.created_at < coalesce($5::timestamptz, 'infinity')
             and ($6::text is null or charge.tool = $6)
             and ($7::text is null or coalesce(api_key.name, 'website') = $7)
             and ($8::charge_state is null or charge.state = $8)
             and ($9::text is null or charge.effort::text = $9)
           order by charge.created_at desc, charge.id desc
           limit $10`,
    values: [
      accountId,
      ...readCursor(cursor),
      ...[filter.from, filter.to, filter.tool, filter.key, filter.state, filter.effort],
      most + 1,
    ],
  })
  const page = rows.slice(0, most)
  const last = page.at(-1)
  return {
    calls: page.map(toCall),
    nextCursor: last && rows.length > page.length ? `${last.created_us}-${last.id}` : undefined,
  }
}

/**
 * Reads the first page of calls that match, and returns all of them, a page at a time. A later page that fails is
 * read again, since a failure can't be reported to a caller who already has part of the file.
 */
export async function readUsagePages(
  database: Database,
  accountId: string,
  options: { filter: UsageFilter; cursor?: string | undefined; most: number },
): Promise<AsyncGenerator<UsageResponse['calls']>> {
  return eachPage(await listUsage(database, accountId, options), cursor =>
    listUsage(database, accountId, { ...options, cursor }),
  )
}

async function* eachPage(
  first: UsagePage,
  read: (cursor: string) => Promise<UsagePage>,
): AsyncGenerator<UsageResponse['calls']> {
  let page: UsagePage | undefined = first
  for (;;) {
    yield page.calls
    const { nextCursor }: UsagePage = page
    if (nextCursor === undefined) return
    const patience = { deadline: performance.now() + PAGE_MS, signal: new AbortController().signal }
    page = await retryUntil(patience, () => read(nextCursor))
    if (!page) throw new Error('the database did not answer in time')
  }
}

function readCursor(cursor: string | undefined): [string | null, string] {
  const [, micros = null, id = LAST_ID] = /^(\d+)-(.+)$/.exec(cursor ?? '') ?? []
  return [micros, id]
}

function toCall(row: Row): UsageResponse['calls'][number] {
  return {
    request_id: row.request_id,
    tool: row.tool,
    effort: row.effort,
    cost_usd: toUsd(row.cost_units),
    cost_units: toWireUnits(row.cost_units),
    state: row.state,
    key_name: row.key_name,
    created_at: row.created_at.toISOString(),
  }
}
