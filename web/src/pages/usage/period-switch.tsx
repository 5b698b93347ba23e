import { PERIODS, type Period } from './usage-search.ts'

/** How far back the charts look. */
export function PeriodSwitch({
  days,
  onChoose,
}: {
  days: Period
  onChoose: (days: Period) => void
}) {
  return (
    <fieldset className="flex rounded-lg border border-rule bg-sheet p-0.5">
      <legend className="sr-only">Days that the charts show</legend>
      {PERIODS.map(period => (
        <label
          key={period}
          className="cursor-pointer rounded-md px-3.5 py-1.5 text-sm text-quiet select-none hover:text-ink has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="days"
            className="sr-only"
            checked={period === days}
            onChange={() => onChoose(period)}
          />
          {period}
          <span className="sr-only sm:not-sr-only"> days</span>
        </label>
      ))}
    </fieldset>
  )
}
