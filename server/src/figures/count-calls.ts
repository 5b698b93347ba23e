import type { Database } from '@footnote/platform/database/connect'

/** How much time a statement counts at first. */
const PART_MS = 900_000
const SMALLEST_PART_MS = 1_000
/** Far below a statement's time: twice as much fits into it as well. */
const QUICK_MS = 1_000
/** How the server ends a statement whose time is over. */
const CANCELED = '57014'

/**
 * Brings the counts of calls by the hour up to now, or leaves it to whoever is at it. In parts, each as
 * large as the calls in it allow: of an hour there may be none or ten million.
 */
export async function countCalls(
  database: Pick<Database, 'query'>,
  { quickMs = QUICK_MS, signal }: { quickMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  let partMs = PART_MS
  let hasMore = true
  while (hasMore && !signal?.aborted) {
    const startedAt = performance.now()
    try {
      hasMore = await countPart(database, partMs)
      if (performance.now() - startedAt < quickMs) partMs *= 2
    } catch (error) {
      if (!isCanceled(error) || partMs <= SMALLEST_PART_MS) throw error
      partMs = Math.max(Math.floor(partMs / 2), SMALLEST_PART_MS)
    }
  }
}

async function countPart(database: Pick<Database, 'query'>, partMs: number): Promise<boolean> {
  const { rows } = await database.query<{ has_more: boolean }>({
    name: 'count_calls',
    text: 'select count_calls($1) as has_more',
    values: [partMs],
  })
  return rows[0]?.has_more ?? false
}

function isCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CANCELED
}
