import { counted } from '../../ui/counted.ts'
import { formatUsd } from '../../ui/money.tsx'
import type { Call, CallState } from './call-state.ts'

/** Count and totals of the listed calls, announced when a filter changes them. */
export function CallsSums({ shown, hasMore }: { shown: readonly Call[]; hasMore: boolean }) {
  const { captured, held, refunded } = sumCalls(shown)
  const parts = [
    hasMore ? `The latest ${counted(shown.length, 'call')}` : counted(shown.length, 'call'),
    `${formatUsd(captured.units)} paid`,
    ...(held.calls > 0
      ? [`${formatUsd(held.units)} pending for ${counted(held.calls, 'call')}`]
      : []),
    ...(refunded.calls > 0
      ? [`${formatUsd(refunded.units)} refunded for ${counted(refunded.calls, 'call')}`]
      : []),
  ]
  return (
    <p role="status" className="text-sm text-quiet tabular-nums">
      {parts.join(' · ')}
    </p>
  )
}

interface Sum {
  readonly calls: number
  readonly units: bigint
}

/** Number of calls in each state, and the sum of their prices. */
export function sumCalls(calls: readonly Call[]): Readonly<Record<CallState, Sum>> {
  const sumOf = (state: CallState): Sum => {
    const own = calls.filter(call => call.state === state)
    return {
      calls: own.length,
      units: own.reduce((sum, call) => sum + BigInt(call.cost_units), 0n),
    }
  }
  return { captured: sumOf('captured'), held: sumOf('held'), refunded: sumOf('refunded') }
}
