import { Segments } from '../../ui/segments.tsx'
import { PERIODS, type Period } from './usage-search.ts'

/** Period of the charts. */
export function PeriodSwitch({
  days,
  onChoose,
}: {
  days: Period
  onChoose: (days: Period) => void
}) {
  return (
    <Segments
      legend="Period of the charts"
      name="days"
      chosen={days}
      onChoose={onChoose}
      segments={PERIODS.map(period => ({
        value: period,
        label: (
          <>
            {period}
            <span className="sr-only sm:not-sr-only"> days</span>
          </>
        ),
      }))}
    />
  )
}
