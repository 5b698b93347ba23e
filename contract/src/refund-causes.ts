import { errors } from './errors.ts'

interface RefundEntry {
  /** Message for the caller: the cause, the money, and what to do. It reveals nothing about a source. */
  readonly message: string
  /** Whether the same request may succeed when it is sent again. */
  readonly mayPass: boolean
}

const failed = { message: errors.QUERY_FAILED_REFUNDED.message, mayPass: true }
const tookTooLong = {
  message:
    'The call took too long, so it was refunded in full. Ask for less at a time, or send it again.',
  mayPass: true,
}

/**
 * Why a charge was refunded. The cause is stored with the charge. A refunded caller sees only its
 * message: an upstream's own words could give away a result that nobody paid for.
 */
export const refundCauses = {
  no_source: {
    message:
      'No source supports an answer, so the call was refunded in full. Ask about something that this service covers: /docs/sources lists its sources.',
    mayPass: false,
  },
  no_source_in_controls: {
    message:
      'No source within your source controls supports an answer, so the call was refunded in full. Loosen freshness, domains, country or language.',
    mayPass: false,
  },
  source_unreachable: {
    message:
      'A source that may have the answer could not be reached, so the call was refunded in full. Send it again in a few minutes.',
    mayPass: true,
  },
  schema_not_met: {
    message:
      'The sources support no result that matches your output_schema, so the call was refunded in full. Ask for every value in the input, loosen the schema, or make values nullable.',
    mayPass: false,
  },
  schema_not_supported: {
    message:
      'This service does not support your output_schema, so the call was refunded in full. Simplify it: /docs/structured-output lists what is supported.',
    mayPass: false,
  },
  time_limit: tookTooLong,
  request_refused: {
    message:
      'The call was refused and refunded in full. The same request will fail again, so change the question, the source controls or the output schema.',
    mayPass: false,
  },
  not_sent: {
    message:
      'The service was too busy to start the call in time, so it was refunded in full. Send it again in a moment.',
    mayPass: true,
  },
  cancelled: {
    message: 'The call was cancelled and refunded in full. You can send it again.',
    mayPass: true,
  },
  result_dropped: {
    message:
      'The result waited too long to be fetched and was dropped, so the call was refunded in full. Send it again.',
    mayPass: true,
  },
  upstream_refused: failed,
  upstream_failed: failed,
  upstream_timeout: tookTooLong,
  upstream_unreachable: failed,
  upstream_bad_body: failed,
  task_failed: failed,
  task_missing: failed,
  task_expired: tookTooLong,
  capture_unknown: failed,
  queueing_unknown: failed,
  deadline_passed: failed,
  process_died: failed,
  shutdown: failed,
  internal_fault: failed,
} as const satisfies Record<string, RefundEntry>

export type RefundCause = keyof typeof refundCauses

/** Causes that an upstream may send as `reason`; anything else it says is not passed on. */
export const UPSTREAM_REASONS = [
  'no_source',
  'no_source_in_controls',
  'source_unreachable',
  'schema_not_met',
  'schema_not_supported',
  'time_limit',
  'cancelled',
] as const satisfies readonly RefundCause[]

export type UpstreamReason = (typeof UPSTREAM_REASONS)[number]

/** Message for a stored cause; the general message if this version does not know the cause. */
export function refundMessage(cause: string | null): string {
  return isRefundCause(cause) ? refundCauses[cause].message : failed.message
}

function isRefundCause(cause: string | null): cause is RefundCause {
  return cause !== null && Object.hasOwn(refundCauses, cause)
}
