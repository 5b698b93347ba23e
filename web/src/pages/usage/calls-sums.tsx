import { counted } from '../../ui/counted.ts'
import { formatUsd } from '../../ui/money.tsx'
import type { Call } from './call-state.ts'
import { sumCalls } from './sum-calls.ts'

/** Count and totals of the listed calls, announced when a filter changes them. */
export function CallsSums({ shown, outOf }: { shown: readonly Call[]; outOf: number }) {
  const { captured, held, refunded } = sumCalls(shown)
  const parts = [
    shown.length === outOf
      ? counted(outOf, 'call')
      : `${shown.length} of ${counted(outOf, 'call')}`,
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
