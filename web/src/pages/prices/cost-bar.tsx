import { TOOLS, type Tool, toolName } from '@footnote/contract/tools'
import { useId } from 'react'
import { ToolSwatch, ToolTextures, textureOf } from '../../charts/tool-texture.tsx'
import { Money } from '../../ui/money.tsx'

/** A total as one bar divided by tool, with the figures below. */
export function CostBar({
  unitsByTool,
  units,
}: {
  unitsByTool: Readonly<Record<Tool, bigint>>
  units: bigint
}) {
  const id = useId()
  const percentOf = (part: bigint) => (units === 0n ? 0 : Number((part * 10_000n) / units) / 100)
  let start = 0
  const parts = TOOLS.map(tool => {
    const part = { tool, start, width: percentOf(unitsByTool[tool]) }
    start += part.width
    return part
  })
  return (
    <>
      <svg
        width="100%"
        height="14"
        aria-hidden="true"
        className="mt-4 block overflow-hidden rounded"
      >
        <ToolTextures id={id} />
        <rect width="100%" height="14" className="fill-sheet" />
        {parts.map(({ tool, start: x, width }) => (
          <rect key={tool} x={`${x}%`} width={`${width}%`} height="14" fill={textureOf(id, tool)} />
        ))}
      </svg>
      <ul className="mt-3 space-y-1.5 text-sm">
        {TOOLS.map(tool => (
          <li key={tool} className="flex items-center gap-2">
            <ToolSwatch tool={tool} />
            <span className="grow text-quiet">{toolName(tool)}</span>
            <Money units={unitsByTool[tool]} />
          </li>
        ))}
      </ul>
    </>
  )
}
