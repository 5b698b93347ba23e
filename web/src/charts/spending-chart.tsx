import { TOOLS, toolName } from '@footnote/contract/tools'
import { type KeyboardEvent, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { counted } from '../ui/counted.ts'
import { Money } from '../ui/money.tsx'
import { chartShape } from './chart-shape.ts'
import { type DaySpending, describeDay } from './daily-spending.ts'
import { DayCard } from './day-card.tsx'
import { SpendingBars } from './spending-bars.tsx'
import { stepByKey } from './step-by-key.ts'
import { ToolSwatch } from './tool-texture.tsx'
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

/** Legend of the bars: colour, texture and total of each tool. */
export function ChartLegend({ days }: { days: readonly DaySpending[] }) {
  return (
    <ul className="flex min-h-19 flex-col gap-x-5 gap-y-1 text-sm sm:min-h-6 sm:flex-row sm:flex-wrap">
      {TOOLS.map(tool => (
        <li key={tool} className="flex items-center gap-2 max-sm:[&>:last-child]:ml-auto">
          <ToolSwatch tool={tool} />
          <span className="text-quiet">{toolName(tool)}</span>
          <Money units={days.reduce((sum, day) => sum + day.unitsByTool[tool], 0n)} />
        </li>
      ))}
    </ul>
  )
}

/** Takes the place of a chart that would have no bars. */
export function NothingSpent({ days, height }: { days: number; height: number }) {
  return (
    <div
      style={{ height }}
      className="flex items-center justify-center rounded-lg border border-dashed border-rule px-6 text-center text-sm text-quiet"
    >
      No calls in the last {counted(days, 'day')}.
    </div>
  )
}
