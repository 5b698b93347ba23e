import { useId } from 'react'
import type { ChartShape } from './chart-shape.ts'
import type { DaySpending } from './daily-spending.ts'
import { shortDay } from './day-text.ts'
import { ToolTextures, textureOf } from './tool-texture.tsx'

/** The drawing only; screen readers get the same content as text. */
export function SpendingBars({
  days,
  shape,
  width,
  height,
  chosen,
}: {
  days: readonly DaySpending[]
  shape: ChartShape
  width: number
  height: number
  chosen: number | undefined
}) {
  const id = useId()
  return (
    <svg width={width} height={height} aria-hidden="true" className="block text-xs tabular-nums">
      <ToolTextures id={id} />
      {shape.moneyTicks.map(({ text, y }) => (
        <g key={text}>
          <line x1={shape.left} x2={width} y1={y} y2={y} className="stroke-rule" />
          <text x={shape.left - 8} y={y} dy="0.32em" textAnchor="end" className="fill-quiet">
            {text}
          </text>
        </g>
      ))}
      {chosen !== undefined && (
        <rect
          x={shape.barCentre(chosen) - shape.barWidth * 0.66}
          y={0}
          width={shape.barWidth * 1.32}
          height={shape.bottom}
          rx="3"
          className="fill-ink/8"
        />
      )}
      {shape.stacks.map(({ look, bars }) => (
        <g key={look} fill={textureOf(id, look)} className="stroke-raised">
          {bars.map(bar => (
            <rect
              key={bar.day}
              x={bar.x}
              y={bar.y}
              width={shape.barWidth}
              height={bar.height}
              rx="1.5"
            />
          ))}
        </g>
      ))}
      <line
        x1={shape.left}
        x2={width}
        y1={shape.bottom}
        y2={shape.bottom}
        className="stroke-edge"
      />
      {shape.namedDays.map(index => (
        <text
          key={index}
          x={shape.barCentre(index)}
          y={height - 6}
          textAnchor={index === days.length - 1 && days.length > 7 ? 'end' : 'middle'}
          dx={index === days.length - 1 && days.length > 7 ? shape.barWidth / 2 : 0}
          className="fill-quiet"
        >
          {shortDay(days[index]?.day ?? '')}
        </text>
      ))}
    </svg>
  )
}
