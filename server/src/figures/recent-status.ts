import type { Database } from '@footnote/platform/database/connect'
import { readStatus, type StatusFigures, type StatusPeriod } from './read-status.ts'

const FRESH_MS = 15_000

interface Kept {
  readonly readAt: number
  readonly figures: Promise<StatusFigures>
}

const kept = new WeakMap<Pick<Database, 'query'>, Map<StatusPeriod, Kept>>()

/** Returns figures that are at most a moment old. Concurrent requests share one query. */
export function recentStatus(
  database: Pick<Database, 'query'>,
  { period }: { period: StatusPeriod },
): Promise<StatusFigures> {
  const periods = kept.get(database) ?? new Map<StatusPeriod, Kept>()
  kept.set(database, periods)
  const last = periods.get(period)
  if (last && performance.now() - last.readAt < FRESH_MS) return last.figures
  const figures = readStatus(database, { period })
  periods.set(period, { readAt: performance.now(), figures })
  // A failure reaches those who waited and is not kept.
  figures.catch(() => periods.delete(period))
  return figures
}
