import type { Tool } from '@footnote/contract/tools'
import { type ReactNode, useId } from 'react'

/** Looks of a chart's series: those of the tools, and a neutral one. */
export type SeriesLook = Tool | 'other'

const LOOKS: Readonly<Record<SeriesLook, { fill: string; marks: ReactNode }>> = {
  answer: { fill: 'fill-series-1', marks: null },
  research: {
    fill: 'fill-series-2',
    marks: (
      <path d="M-1 7 L7 -1 M-1 1 L1 -1 M5 7 L7 5" className="stroke-raised/60" strokeWidth="1.4" />
    ),
  },
  finance_research: {
    fill: 'fill-series-3',
    marks: (
      <>
        <circle cx="1.5" cy="1.5" r="1" className="fill-raised/60" />
        <circle cx="4.5" cy="4.5" r="1" className="fill-raised/60" />
      </>
    ),
  },
  other: {
    fill: 'fill-series-6',
    marks: <path d="M0 3 H6" className="stroke-raised/60" strokeWidth="1.2" />,
  },
}
export const SERIES_LOOKS = Object.keys(LOOKS) as readonly SeriesLook[]
const SIZE = 6

/** Fill patterns of the series: colour plus texture, so that no chart relies on colour alone. */
export function ToolTextures({ id }: { id: string }) {
  return (
    <defs>
      {SERIES_LOOKS.map(tool => (
        <pattern
          key={tool}
          id={textureId(id, tool)}
          width={SIZE}
          height={SIZE}
          patternUnits="userSpaceOnUse"
        >
          <rect width={SIZE} height={SIZE} className={LOOKS[tool].fill} />
          {LOOKS[tool].marks}
        </pattern>
      ))}
    </defs>
  )
}

function textureId(id: string, tool: SeriesLook): string {
  return `${id}-${tool}`
}

/** The `fill` of a series in a drawing that includes `ToolTextures` with this id. */
export function textureOf(id: string, tool: SeriesLook): string {
  return `url(#${textureId(id, tool)})`
}

/** Swatch shown beside the name of a series. */
export function ToolSwatch({ tool }: { tool: SeriesLook }) {
  const id = useId()
  return (
    <svg width="14" height="14" aria-hidden="true" className="shrink-0">
      <ToolTextures id={id} />
      <rect width="14" height="14" rx="3" fill={textureOf(id, tool)} />
    </svg>
  )
}
