import type { RefundCause } from '@footnote/contract/refund-causes'
import type { RefundsResponse } from '@footnote/contract/site/operator'

const WORDS: Readonly<Record<RefundCause, string>> = {
  no_source: 'No supporting source',
  no_source_in_controls: 'No source left after source controls',
  source_unreachable: 'Source unreachable',
  schema_not_met: 'No result matched the schema',
  schema_not_supported: 'Schema not supported',
  time_limit: 'Research took too long',
  request_refused: 'Upstream refused the request',
  not_sent: 'Not sent in time',
  cancelled: 'Cancelled by the caller',
  result_dropped: 'Result dropped for lack of memory',
  upstream_refused: 'Upstream refused our key or rate-limited us',
  upstream_failed: 'Upstream failed',
  upstream_timeout: 'Upstream timed out',
  upstream_unreachable: 'Upstream unreachable',
  upstream_bad_body: 'Unusable upstream reply',
  task_failed: 'Task failed',
  task_missing: 'Task lost upstream',
  task_expired: 'Task expired without a result',
  capture_unknown: 'Final charge never confirmed',
  queueing_unknown: 'Queueing never confirmed',
  shutdown: 'Service stopped',
  internal_fault: 'Internal error',
  deadline_passed: 'Deadline passed',
  process_died: 'Process died',
}

export interface RankedCause {
  readonly cause: string
  readonly name: string
  readonly calls: number
  /** Share of all refunds, in whole percent. */
  readonly percent: number
}

/** Causes over all tools, most frequent first. */
export function rankCauses({ causes }: Pick<RefundsResponse, 'causes'>): readonly RankedCause[] {
  const all = causes.reduce((sum, { calls }) => sum + calls, 0)
  return [...Map.groupBy(causes, ({ cause }) => cause)]
    .map(([cause, rows]) => {
      const calls = rows.reduce((sum, row) => sum + row.calls, 0)
      return { cause, name: causeName(cause), calls, percent: percentOf(calls, all) }
    })
    .sort((one, other) => other.calls - one.calls || one.name.localeCompare(other.name))
}

export function causeName(cause: string): string {
  return Object.hasOwn(WORDS, cause) ? WORDS[cause as RefundCause] : cause.replaceAll('_', ' ')
}

/** Whole percent; 0 and 100 are reserved for none and all. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0
  if (part === whole) return 100
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)))
}
