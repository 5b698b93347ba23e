import type { RefundCause } from '@footnote/contract/refund-causes'
import type { RefundsResponse } from '@footnote/contract/site/operator'

const WORDS: Readonly<Record<RefundCause, string>> = {
  no_source: 'No source supports an answer',
  no_source_in_controls: 'No source within the source controls',
  source_unreachable: 'A source could not be reached',
  schema_not_met: 'No result matches the schema',
  schema_not_supported: 'Schema not supported',
  time_limit: 'Research took too long',
  request_refused: 'Upstream refused the request',
  not_sent: 'Not sent in time',
  upstream_refused: 'Upstream refused our key or rate',
  upstream_failed: 'Upstream failed',
  upstream_timeout: 'Upstream took too long',
  upstream_unreachable: 'Upstream out of reach',
  upstream_bad_body: 'Upstream’s answer was not usable',
  task_failed: 'Task failed',
  task_missing: 'Task lost upstream',
  task_expired: 'Task without a result in time',
  capture_unknown: 'Capture never confirmed',
  queueing_unknown: 'Queueing never confirmed',
  shutdown: 'Service was stopped',
  internal_fault: 'Fault of ours',
  deadline_passed: 'Deadline passed',
  process_died: 'Process died',
}

export interface RankedCause {
  readonly cause: string
  readonly name: string
  readonly calls: number
  /** Of all that were refunded, in whole percent. */
  readonly percent: number
}

/** The causes over all tools, the most frequent first. */
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

/** In whole percent; what is little is not nothing, and what is nearly all is not all. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0
  if (part === whole) return 100
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)))
}
