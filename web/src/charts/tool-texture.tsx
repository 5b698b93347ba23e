import type { Tool } from '@footnote/contract/prices'
import { useId } from 'react'

const FILLS: Readonly<Record<Tool, string>> = {
  answer: 'fill-series-1',
  research: 'fill-series-2',
  finance_research: 'fill-series-3',
}
const SIZE = 6

/** Fill patterns of the tools: colour plus texture, so that no chart relies on colour alone. */
export function ToolTextures({ id }: { id: string }) {
  return (
    <defs>
      <Texture id={textureId(id, 'answer')} tool="answer" />
      <Texture id={textureId(id, 'research')} tool="research">
        <path
          d="M-1 7 L7 -1 M-1 1 L1 -1 M5 7 L7 5"
          className="stroke-raised/60"
          strokeWidth="1.4"
        />
      </Texture>
      <Texture id={textureId(id, 'finance_research')} tool="finance_research">
        <circle cx="1.5" cy="1.5" r="1" className="fill-raised/60" />
        <circle cx="4.5" cy="4.5" r="1" className="fill-raised/60" />
      </Texture>
    </defs>
  )
}

function Texture({ id, tool, children }: { id: string; tool: Tool; children?: React.ReactNode }) {
  return (
    <pattern id={id} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
      <rect width={SIZE} height={SIZE} className={FILLS[tool]} />
      {children}
    </pattern>
  )
}

function textureId(id: string, tool: Tool): string {
  return `${id}-${tool}`
}

/** The `fill` of a tool in a drawing that includes `ToolTextures` with this id. */
export function textureOf(id: string, tool: Tool): string {
  return `url(#${textureId(id, tool)})`
}

/** Swatch shown beside a tool's name. */
export function ToolSwatch({ tool }: { tool: Tool }) {
  const id = useId()
  return (
    <svg width="14" height="14" aria-hidden="true" className="shrink-0">
      <ToolTextures id={id} />
      <rect width="14" height="14" rx="3" fill={textureOf(id, tool)} />
    </svg>
  )
}
