import type { Database } from '@footnote/platform/database/connect'

/** Time span that a statement counts at first. */
const PART_MS = 900_000
const SMALLEST_PART_MS = 1_000
/** Far below a statement's time limit, so that twice the work fits too. */
const QUICK_MS = 1_000
/** PostgreSQL's code for a statement that was canceled at its time limit. */
const CANCELED = '57014'

/**
 * Brings the hourly counts of calls up to now, unless another process is doing so. It counts in
 * parts whose size adapts to the calls in them: an hour may have none or ten million.
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
