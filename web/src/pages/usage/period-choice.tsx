import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { type DayRange, PERIODS, type Period, rangeProblem } from './usage-search.ts'

/** The days of the charts and of the list: the last ones, or any range. */
export function PeriodSwitch({
  chosen,
  onChoose,
}: {
  chosen: Period | 'custom'
  onChoose: (period: Period | 'custom') => void
}) {
  return (
    <Segments
      legend="Period"
      name="days"
      chosen={chosen}
      onChoose={onChoose}
      segments={[
        ...PERIODS.map(period => ({
          value: period,
          label: (
            <>
              {period}
              <span className="sr-only sm:not-sr-only"> days</span>
            </>
          ),
        })),
        { value: 'custom' as const, label: 'Custom' },
      ]}
    />
  )
}

/** Two dates, taken over as soon as they are a range that can be shown. */
export function RangeFields({
  range,
  onChange,
}: {
  range: DayRange
  onChange: (range: DayRange) => void
}) {
  const [typed, setTyped] = useState(range)
  const problem = rangeProblem(typed)
  const type = (change: Partial<DayRange>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    if (rangeProblem(next) === undefined) onChange(next)
  }
  return (
    <div className="mb-6 grid max-w-md grid-cols-2 gap-3">
      <Field
        label="From"
        type="date"
        value={typed.from}
        error={problem}
        onChange={event => type({ from: event.target.value })}
      />
      <Field
        label="To"
        type="date"
        value={typed.to}
        onChange={event => type({ to: event.target.value })}
      />
    </div>
  )
}
