import { counted } from '../ui/counted.ts'
import { Money } from '../ui/money.tsx'
import type { DaySpending } from './daily-spending.ts'
import { longDay } from './day-text.ts'
import type { SpendingSeries } from './spending-series.ts'
import { ToolSwatch } from './tool-texture.tsx'

const WIDTH_PX = 224
const GAP_PX = 12

/** Details of one bar, beside it. Ignores the pointer; screen readers get the text elsewhere. */
export function DayCard({
  day,
  series,
  barCentre,
  plotWidth,
}: {
  day: DaySpending
  series: readonly SpendingSeries[]
  barCentre: number
  plotWidth: number
}) {
  const beside = barCentre > plotWidth / 2 ? barCentre - GAP_PX - WIDTH_PX : barCentre + GAP_PX
  const left = Math.max(0, Math.min(beside, plotWidth - WIDTH_PX))
  return (
    <div
      aria-hidden="true"
      style={{ left, width: WIDTH_PX }}
      className="pointer-events-none absolute top-0 z-10 rounded-lg border border-edge bg-raised px-3.5 py-3 text-sm shadow-lg"
    >
      <p className="font-medium">{longDay(day.day)}</p>
      <p className="mb-2 text-quiet">
        {day.calls === 0 ? 'No calls' : counted(day.calls, 'call')}
        {day.refundedCalls > 0 && `, ${day.refundedCalls} refunded`}
      </p>
      {series.map(({ id, name, look }, index) => {
        const units = day.parts[index] ?? 0n
        if (units === 0n) return null
        return (
          <p key={id} className="flex items-center gap-2">
            <ToolSwatch tool={look} />
            <span className="grow truncate">{name}</span>
            <Money units={units} />
          </p>
        )
      })}
      <p className="mt-2 flex justify-between border-t border-rule pt-2 font-medium">
        Spent <Money units={day.units} />
      </p>
    </div>
  )
}
