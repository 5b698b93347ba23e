import type { StepMetric } from '@footnote/platform/monitoring/create-metrics'
import { ApiError } from '../api-error.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'

/** The steps of the service that are timed. */
export const SERVICE_STEPS: Readonly<Record<string, StepMetric>> = {
  request: {
    help: 'Time to reply to a request, by operation; the outcome is the status.',
    labels: ['operation'],
  },
  call: {
    help: 'Time of a paid call, or to submit a task; the outcome is ok or the error code.',
    labels: ['tool', 'effort'],
  },
  debit: { help: 'Time that a call waits for its debit.', labels: [] },
  settle: { help: 'Time that a call waits for its capture or refund.', labels: [] },
  upstream: {
    help: 'Time of a request to the upstream; the outcome is ok or the cause of the refund.',
    labels: ['request'],
  },
  batch: { help: 'Time of a round trip that debits or settles many calls.', labels: ['batch'] },
}

/** Names the outcome of a failed step, from our own tables. */
export function outcomeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code
  if (error instanceof UpstreamError) return error.refundCause
  return 'fault'
}
