import type { Tool } from '@footnote/contract/prices'
import { ToolSwatch } from '../../charts/tool-texture.tsx'

/** What the marks of the small charts mean. */
export function StatusLegend({ tools }: { tools: readonly Tool[] }) {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-quiet">
      <li className="flex items-center gap-2">
        {tools.map(tool => (
          <ToolSwatch key={tool} tool={tool} />
        ))}
        succeeded
      </li>
      <li className="flex items-center gap-2">
        <svg width="14" height="14" aria-hidden="true">
          <rect x="1" y="1" width="12" height="12" className="fill-raised stroke-bad" />
        </svg>
        refunded
      </li>
      <li className="flex items-center gap-2">
        <svg width="14" height="16" aria-hidden="true">
          <path d="M2 2 H12 M7 2 V13" className="stroke-ink/60" />
          <circle cx="7" cy="13" r="2.5" className="fill-ink" />
        </svg>
        how long it took: half within the dot, nine of ten within the bar
      </li>
    </ul>
  )
}
