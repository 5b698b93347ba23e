import type { UsageResponse } from '@footnote/contract/responses'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import { formatUsd } from '../../../ui/money.tsx'

interface Known {
  readonly openCall: OpenCallsResponse['calls'][number] | undefined
  readonly charge: UsageResponse['calls'][number] | undefined
  /** Whether both lists were read since; a call that is in neither cost nothing. */
  readonly isKnown: boolean
  /** Whether the server may still have the result. */
  readonly canResume: boolean
}

/** What is known of a call whose stream is gone, by its charge. */
export function lostStory({ openCall, charge, isKnown, canResume }: Known): string {
  if (openCall?.task) return 'It goes on as a task: its result can be had there.'
  if (openCall || charge?.state === 'held')
    return 'It still runs, or is being settled. It is paid only if it succeeds; connect again to wait for it here.'
  if (charge?.state === 'captured')
    return canResume
      ? `It succeeded and cost ${formatUsd(charge.cost_units)}. Its result is kept for two minutes: connect again to see it.`
      : `It succeeded and cost ${formatUsd(charge.cost_units)}. Its result was kept for two minutes and can no longer be shown.`
  if (charge?.state === 'refunded')
    return `It did not succeed; ${formatUsd(charge.cost_units)} was given back in full.`
  return isKnown ? 'Nothing was charged for it.' : 'Looking at what became of it.'
}
