import type { Tool } from '@footnote/contract/tools'
import { useId } from 'react'
import { counted } from '../../ui/counted.ts'
import { tookText } from './figures-text.ts'
import { OutcomeBar, OutcomeTextures } from './outcome-bar.tsx'
import { STATUS_CHART_PX, type StatusShape } from './status-shape.ts'

/** The drawing only; screen readers get the same content as text. */
export function StatusDrawing({
  tool,
  shape,
  width,
  names,
  chosen,
}: {
  tool: Tool
  shape: StatusShape
  width: number
  /** One label per column. */
  names: readonly string[]
  chosen: number | undefined
}) {
  const id = useId()
  const { rows, hasTimes, columns, barWidth } = shape
  const chosenColumn = chosen === undefined ? undefined : columns[chosen]
  return (
    <svg
      width={width}
      height={STATUS_CHART_PX}
      aria-hidden="true"
      className="block fill-quiet text-[0.6875rem] tabular-nums"
    >
      <OutcomeTextures id={id} />
      {chosenColumn && (
        <rect
          x={chosenColumn.x - barWidth * 0.2}
          width={barWidth * 1.4}
          height={rows.times.bottom}
          rx="2"
          className="fill-ink/8"
        />
      )}
      <line x2={width} y1={rows.calls.bottom} y2={rows.calls.bottom} className="stroke-edge" />
      <line x2={width} y1={rows.times.bottom} y2={rows.times.bottom} className="stroke-edge" />
      {[
        { y: rows.calls.top, text: counted(shape.mostCalls, 'call') },
        ...(hasTimes ? [{ y: rows.times.top, text: tookText(shape.longestMs) }] : []),
      ].map(({ y, text }) => (
        <g key={y}>
          <line x2={width} y1={y} y2={y} strokeDasharray="2 3" className="stroke-rule" />
          <text x={width} y={y - 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {columns.map(({ x, bars, centre, range }) => (
        <g key={x}>
          {bars.map(({ outcome, y, height }) => (
            <OutcomeBar
              key={outcome}
              outcome={outcome}
              tool={tool}
              textures={id}
              place={{ x, y, width: barWidth, height }}
            />
          ))}
          {range && (
            <>
              <line
                x1={centre}
                x2={centre}
                y1={range.p50}
                y2={range.p90}
                className="stroke-ink/60"
              />
              <line
                x1={x}
                x2={x + barWidth}
                y1={range.p90}
                y2={range.p90}
                className="stroke-ink/60"
              />
              <circle cx={centre} cy={range.p50} r="2" className="fill-ink" />
            </>
          )}
        </g>
      ))}
      {shape.named.map(index => (
        <text
          key={index}
          x={index === columns.length - 1 ? width : columns[index]?.centre}
          y={rows.names}
          textAnchor={index === columns.length - 1 ? 'end' : 'middle'}
        >
          {names[index]}
        </text>
      ))}
    </svg>
  )
}
