import type { RefundCause } from '@footnote/contract/refund-causes'
import type { CallOutcome } from '@footnote/contract/site/call-outcomes'

/** Refund causes that are not our failure: such a call would end the same way on a good day. */
const NO_ANSWER: ReadonlySet<string> = new Set<RefundCause>([
  'no_source',
  'no_source_in_controls',
  'schema_not_met',
  'schema_not_supported',
  'request_refused',
])

/** How the status page counts a call, by its value in `call_hour`: `captured`, or its refund cause. */
export function callOutcome(counted: string): CallOutcome {
  if (counted === 'captured') return 'answered'
  return NO_ANSWER.has(counted) ? 'no_answer' : 'failed'
}
