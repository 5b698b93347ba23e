import { callOutcomes } from '@footnote/contract/site/call-outcomes'
import type { Tool } from '@footnote/contract/tools'
import { ToolSwatch } from '../../charts/tool-texture.tsx'
import { OutcomeSwatch } from './outcome-bar.tsx'

/** Legend of the charts. */
export function StatusLegend({
  tools,
  hasTimes,
}: {
  tools: readonly Tool[]
  /** Whether any chart shows how long calls took. */
  hasTimes: boolean
}) {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-quiet">
      <li className="flex items-center gap-2">
        {tools.map(tool => (
          <ToolSwatch key={tool} tool={tool} />
        ))}
        {callOutcomes.answered}
      </li>
      {(['no_answer', 'failed'] as const).map(outcome => (
        <li key={outcome} className="flex items-center gap-2">
          <OutcomeSwatch outcome={outcome} />
          {callOutcomes[outcome]}
        </li>
      ))}
      {hasTimes && (
        <li className="flex items-center gap-2">
          <svg width="14" height="16" aria-hidden="true">
            <path d="M2 2 H12 M7 2 V13" className="stroke-ink/60" />
            <circle cx="7" cy="13" r="2.5" className="fill-ink" />
          </svg>
          Duration of answered calls: median (dot) and p90 (bar)
        </li>
      )}
    </ul>
  )
}
