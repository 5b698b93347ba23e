import { TOOLS, toolName } from '@footnote/contract/tools'
import { Money } from '../ui/money.tsx'
import type { DaySpending } from './daily-spending.ts'
import { ToolSwatch } from './tool-texture.tsx'

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
