import type { RefundCause } from '@footnote/contract/refund-causes'
import type { CallOutcome } from '@footnote/contract/site/call-outcomes'

/** Causes of refunds that are no failure of ours: a call like this would end the same on a good day. */
const NO_ANSWER: ReadonlySet<string> = new Set<RefundCause>([
  'no_source',
  'no_source_in_controls',
  'schema_not_met',
  'schema_not_supported',
  'request_refused',
])

/** How the status page counts a call, by what `call_hour` holds: `captured`, or the cause of its refund. */
export function callOutcome(counted: string): CallOutcome {
  if (counted === 'captured') return 'answered'
  return NO_ANSWER.has(counted) ? 'no_answer' : 'failed'
}
