import type { Database } from '@footnote/platform/database/connect'

/** For how long one statement goes on with what lies back. */
const PATIENCE_MS = 1_000

/** Brings the counts of calls by the hour up to now, or leaves it to whoever is at it. */
export async function countCalls(
  database: Pick<Database, 'query'>,
  { patienceMs = PATIENCE_MS, signal }: { patienceMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  let hasMore = true
  while (hasMore && !signal?.aborted) {
    const { rows } = await database.query<{ has_more: boolean }>({
      name: 'count_calls',
      text: 'select count_calls($1) as has_more',
      values: [patienceMs],
    })
    hasMore = rows[0]?.has_more ?? false
  }
}
