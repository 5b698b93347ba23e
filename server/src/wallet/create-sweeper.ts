import type { Database } from '@footnote/platform/database/connect'
import { readSweepPause, type SweepPause } from './read-sweep-pause.ts'
import { sweepCharges } from './sweep-charges.ts'

interface SweeperOptions {
  readonly instanceId: string
  readonly leaseMs: number
  readonly mostShare: number
  /** Called once for each pause. */
  readonly onPause: (pause: SweepPause) => void
}

/** Returns one round of the sweeper, to be repeated. */
export function createSweeper(
  database: Database,
  { onPause, ...options }: SweeperOptions,
): () => Promise<void> {
  let reportedUntilMs = 0
  return async () => {
    if ((await sweepCharges(database, options)) > 0) return
    const pause = await readSweepPause(database)
    const untilMs = pause?.pausedUntil.getTime() ?? 0
    if (pause && untilMs !== reportedUntilMs) onPause(pause)
    reportedUntilMs = untilMs
  }
}
