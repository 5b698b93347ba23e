import { type KeyboardEvent, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { chartShape } from './chart-shape.ts'
import type { DaySpending } from './daily-spending.ts'
import { DayCard } from './day-card.tsx'
import { describeDay } from './describe-day.ts'
import { SpendingBars } from './spending-bars.tsx'
import { stepByKey } from './step-by-key.ts'
import { useWidth } from './use-width.ts'

/**
 * Spending per day as bars stacked by tool. Pointer, touch and arrow keys move through the days;
 * the day chosen by key is announced.
 */
export function SpendingChart({
  days,
  height,
  isStale = false,
}: {
  days: readonly DaySpending[]
  height: number
  /** Whether another period is being loaded. */
  isStale?: boolean
}) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number>()
  const [spoken, setSpoken] = useState('')
  const shape = chartShape(days, { width, height })
  const shown = chosen === undefined ? undefined : days[chosen]

  const moveByKey = (event: KeyboardEvent) => {
    const next = stepByKey(event.key, { chosen, count: days.length })
    if (next === undefined) return
    event.preventDefault()
    const day = days[next]
    setChosen(next)
    setSpoken(day ? describeDay(day) : '')
  }
  const leave = () => setChosen(undefined)

  return (
    <div className={classes('relative transition-opacity', isStale && 'opacity-50')}>
      <div
        ref={ref}
        role="application"
        aria-label="Spending per day. Use the arrow keys to move between days."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through it
        tabIndex={0}
        style={{ height }}
        className="touch-pan-y rounded-md"
        onKeyDown={moveByKey}
        onBlur={leave}
        onPointerDown={event => setChosen(shape.dayAt(pointIn(event)))}
        onPointerMove={event => setChosen(shape.dayAt(pointIn(event)))}
        onPointerLeave={event => event.pointerType === 'mouse' && leave()}
      >
        {width > 0 && (
          <SpendingBars days={days} shape={shape} width={width} height={height} chosen={chosen} />
        )}
      </div>
      {chosen !== undefined && shown && (
        <DayCard day={shown} barCentre={shape.barCentre(chosen)} plotWidth={width} />
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
