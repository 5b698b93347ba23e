import type { Database } from '@footnote/platform/database/connect'
import { readHistory } from './read-history.ts'
import { readStatus } from './read-status.ts'

type Read<Options, Figures> = (
  database: Pick<Database, 'query'>,
  options: Options,
) => Promise<Figures>

/** Status figures that are at most a moment old. */
export const recentStatus = keepRecent(readStatus, { freshMs: 15_000 })

/** The history of incidents, which reads three times as much as the figures of a month. */
export const recentHistory = keepRecent(readHistory, { freshMs: 30_000 })

/** Returns figures again while they are fresh. Concurrent requests share one query. */
function keepRecent<Options extends object, Figures>(
  read: Read<Options, Figures>,
  { freshMs }: { freshMs: number },
): Read<Options, Figures> {
  const kept = new WeakMap<
    Pick<Database, 'query'>,
    Map<string, { readonly readAt: number; readonly figures: Promise<Figures> }>
  >()
  return (database, options) => {
    const own = kept.get(database) ?? new Map()
    kept.set(database, own)
    const key = JSON.stringify(options)
    const last = own.get(key)
    if (last && performance.now() - last.readAt < freshMs) return last.figures
    const figures = read(database, options)
    own.set(key, { readAt: performance.now(), figures })
    // A failure reaches those who waited and is not kept.
    figures.catch(() => own.delete(key))
    return figures
  }
}
