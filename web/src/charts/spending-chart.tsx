import { type KeyboardEvent, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/money.tsx'
import { chartShape } from './chart-shape.ts'
import { type DaySpending, describeDay } from './daily-spending.ts'
import { DayCard } from './day-card.tsx'
import { SpendingBars } from './spending-bars.tsx'
import type { SpendingSeries } from './spending-series.ts'
import { stepByKey } from './step-by-key.ts'
import { ToolSwatch } from './tool-texture.tsx'
import { useWidth } from './use-width.ts'

/**
 * Spending per day as stacked bars. Pointer, touch and arrow keys move through the days; the day
 * chosen by key is announced. A click or Enter picks a day.
 */
export function SpendingChart({
  days,
  series,
  height,
  isStale = false,
  onPick,
}: {
  days: readonly DaySpending[]
  series: readonly SpendingSeries[]
  height: number
  /** Whether another period is being loaded. */
  isStale?: boolean
  onPick?: (day: string) => void
}) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number>()
  const [spoken, setSpoken] = useState('')
  const shape = chartShape(days, { series, width, height })
  const shown = chosen === undefined ? undefined : days[chosen]

  const moveByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && shown && onPick) {
      // Otherwise, Enter would press the button that takes the focus.
      event.preventDefault()
      onPick(shown.day)
    }
    const next = stepByKey(event.key, { chosen, count: days.length })
    if (next === undefined) return
    event.preventDefault()
    const day = days[next]
    setChosen(next)
    setSpoken(day ? describeDay(day, series) : '')
  }
  const leave = () => setChosen(undefined)

  return (
    <div className={classes('relative transition-opacity', isStale && 'opacity-50')}>
      <div
        ref={ref}
        role="application"
        aria-label={`Spending per day. Use the arrow keys to move between days${onPick ? ', and Enter to list the calls of a day' : ''}.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through it
        tabIndex={0}
        style={{ height }}
        className={classes('touch-pan-y rounded-md', onPick && 'cursor-pointer')}
        onKeyDown={moveByKey}
        onBlur={leave}
        onPointerDown={event => setChosen(shape.dayAt(pointIn(event)))}
        onPointerMove={event => setChosen(shape.dayAt(pointIn(event)))}
        onClick={event => {
          const day = days[shape.dayAt(pointIn(event))]
          if (day) onPick?.(day.day)
        }}
        onPointerLeave={event => event.pointerType === 'mouse' && leave()}
      >
        {width > 0 && (
          <SpendingBars days={days} shape={shape} width={width} height={height} chosen={chosen} />
        )}
      </div>
      {chosen !== undefined && shown && (
        <DayCard
          day={shown}
          series={series}
          barCentre={shape.barCentre(chosen)}
          plotWidth={width}
        />
      )}
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </div>
  )
}

function pointIn(event: { clientX: number; currentTarget: Element }): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left
}

/** Legend of the bars: colour, texture, name and total of each series. */
export function ChartLegend({
  days,
  series,
}: {
  days: readonly DaySpending[]
  series: readonly SpendingSeries[]
}) {
  return (
    <ul className="flex min-h-19 flex-col gap-x-5 gap-y-1 text-sm sm:min-h-6 sm:flex-row sm:flex-wrap">
      {series.map(({ id, name, look }, index) => (
        <li key={id} className="flex items-center gap-2 max-sm:[&>:last-child]:ml-auto">
          <ToolSwatch tool={look} />
          <span className="max-w-48 truncate text-quiet">{name}</span>
          <Money units={days.reduce((sum, day) => sum + (day.parts[index] ?? 0n), 0n)} />
        </li>
      ))}
    </ul>
  )
}

/** Takes the place of a chart that would have no bars. */
export function NothingSpent({ height }: { height: number }) {
  return (
    <div
      style={{ height }}
      className="flex items-center justify-center rounded-lg border border-dashed border-rule px-6 text-center text-sm text-quiet"
    >
      No calls in these days.
    </div>
  )
}
