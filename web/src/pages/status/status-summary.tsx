import { CALL_OUTCOMES, type CallCounts, callOutcomes } from '@footnote/contract/site/call-outcomes'
import { CircleCheck, CircleX } from 'lucide-react'
import { counted } from '../../ui/counted.ts'
import { Figure } from '../../ui/figure.tsx'
import { Time } from '../../ui/time.tsx'
import { callsIn, hasShares, outcomeFigures } from './figures-text.ts'
import type { StatusPeriod } from './point-text.ts'

/** One line: whether the service accepts calls now, and how calls ended. */
export function StatusSummary({
  acceptsCalls,
  countedUntil,
  sums,
  period,
}: {
  acceptsCalls: boolean
  countedUntil: string | null
  sums: CallCounts
  period: StatusPeriod
}) {
  const all = callsIn(sums)
  const figures = outcomeFigures(sums)
  return (
    <section
      aria-label="Current status"
      className="flex flex-wrap items-center justify-between gap-x-12 gap-y-5 rounded-xl border border-rule bg-raised px-5 py-5"
    >
      <div>
        <p className="flex items-center gap-2.5 font-serif text-2xl leading-tight font-medium">
          {acceptsCalls ? (
            <CircleCheck className="size-6 text-good" aria-hidden="true" />
          ) : (
            <CircleX className="size-6 text-bad" aria-hidden="true" />
          )}
          {acceptsCalls ? 'Accepting calls' : 'Not accepting calls'}
        </p>
        <p className="mt-1 text-sm text-quiet">
          {!acceptsCalls && 'Calls are rejected and not charged until the service is back. '}
          {countedUntil === null ? (
            'No figures yet.'
          ) : (
            <>
              Figures as of <Time at={countedUntil} />.
              {all > 0 && !hasShares(sums) && ' Too few calls for percentages.'}
            </>
          )}
        </p>
      </div>
      {all > 0 && (
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          {CALL_OUTCOMES.map(outcome => (
            <Figure key={outcome} name={callOutcomes[outcome]}>
              {figures[outcome]}
            </Figure>
          ))}
          <Figure name={period === 'day' ? 'Last 24 hours' : 'Last 30 days'}>
            {counted(all, 'call')}
          </Figure>
        </dl>
      )}
    </section>
  )
}
