import { type KeyboardEvent, useState } from 'react'
import { stepByKey } from '../../charts/step-by-key.ts'
import { useWidth } from '../../charts/use-width.ts'
import { describePoint, pointName, type StatusPeriod } from './point-text.ts'
import { StatusDrawing } from './status-drawing.tsx'
import type { StatusLine } from './status-lines.ts'
import { STATUS_CHART_PX, statusShape } from './status-shape.ts'

/**
 * The calls of one tool and effort over time, and how long they took. Pointer, touch and arrow keys
 * move through the hours or days; the one chosen by key is announced.
 */
export function StatusChart({ line, period }: { line: StatusLine; period: StatusPeriod }) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number>()
  const [spoken, setSpoken] = useState('')
  const shape = statusShape(line.points, { width })
  // Without a choice, the line below the chart describes the latest hour or day.
  const shown = line.points[chosen ?? line.points.length - 1]

  const moveByKey = (event: KeyboardEvent) => {
    const next = stepByKey(event.key, { chosen, count: line.points.length })
    if (next === undefined) return
    event.preventDefault()
    const point = line.points[next]
    setChosen(next)
    setSpoken(point ? describePoint(point, period) : '')
  }
  const choosePoint = (event: { clientX: number; currentTarget: Element }) =>
    setChosen(shape.pointAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
  const leave = () => setChosen(undefined)

  return (
    <>
      <div
        ref={ref}
        role="application"
        aria-label={`${line.name}: calls and durations. Use the arrow keys to move between ${period === 'day' ? 'hours' : 'days'}.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through it
        tabIndex={0}
        style={{ height: STATUS_CHART_PX }}
        className="touch-pan-y rounded-md"
        onKeyDown={moveByKey}
        onBlur={leave}
        onPointerDown={choosePoint}
        onPointerMove={choosePoint}
        onPointerLeave={event => event.pointerType === 'mouse' && leave()}
      >
        {width > 0 && (
          <StatusDrawing
            tool={line.tool}
            shape={shape}
            width={width}
            names={line.points.map(({ at }) => pointName(at, period))}
            chosen={chosen}
          />
        )}
      </div>
      <p aria-hidden="true" className="mt-2 min-h-9 text-xs text-quiet">
        {shown && describePoint(shown, period)}
      </p>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </>
  )
}
