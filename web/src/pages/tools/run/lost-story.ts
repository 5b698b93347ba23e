import type { UsageResponse } from '@footnote/contract/responses'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import { formatUsd } from '../../../ui/money.tsx'

interface Known {
  readonly openCall: OpenCallsResponse['calls'][number] | undefined
  readonly charge: UsageResponse['calls'][number] | undefined
  /** Whether both lists were loaded since; a call in neither cost nothing. */
  readonly isKnown: boolean
  /** Whether the server may still have the result. */
  readonly canResume: boolean
}

/** Explains a call whose stream was lost by the state of its charge. */
export function lostStory({ openCall, charge, isKnown, canResume }: Known): string {
  if (openCall?.task)
    return 'The call continues as a background task. Open the task to get its result.'
  if (openCall || charge?.state === 'held')
    return 'The call is still running or being settled. You pay only if it succeeds. Reconnect to wait for it here.'
  if (charge?.state === 'captured')
    return canResume
      ? `The call succeeded and cost ${formatUsd(charge.cost_units)}. Its result is available for two minutes: reconnect to see it.`
      : `The call succeeded and cost ${formatUsd(charge.cost_units)}. Its result was available for two minutes and is gone.`
  if (charge?.state === 'refunded')
    return `The call failed. ${formatUsd(charge.cost_units)} was charged and refunded.`
  return isKnown ? 'Nothing was charged.' : 'Checking what happened to the call…'
}
