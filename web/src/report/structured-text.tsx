import type { Output } from '@footnote/contract/responses'
import { useId, useRef } from 'react'
import { classes } from '../ui/classes.ts'
import { ValueTree } from './value-tree.tsx'

export type StructuredView = 'tree' | 'json'
const VIEWS = { tree: 'Fields', json: 'JSON' } as const

/** A structured result as fields or as JSON. */
export function StructuredText({
  value,
  evidence,
  json,
  view,
  onView,
}: {
  value: object
  evidence: Output['evidence']
  json: string
  view: StructuredView
  onView: (view: StructuredView) => void
}) {
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  function change(next: StructuredView) {
    onView(next)
    tabs.current?.querySelector<HTMLElement>(`[data-view="${next}"]`)?.focus()
  }
  return (
    <div>
      <div
        ref={tabs}
        role="tablist"
        aria-label="View"
        className="mb-4 inline-flex gap-1 rounded-lg bg-sheet p-1 print:hidden"
      >
        {(['tree', 'json'] as const).map(each => (
          <button
            key={each}
            type="button"
            role="tab"
            data-view={each}
            id={`${id}-${each}`}
            aria-selected={each === view}
            aria-controls={`${id}-panel`}
            tabIndex={each === view ? 0 : -1}
            onClick={() => onView(each)}
            onKeyDown={({ key }) => {
              if (key === 'ArrowRight' || key === 'ArrowLeft')
                change(each === 'tree' ? 'json' : 'tree')
            }}
            className={classes(
              'cursor-pointer rounded-md px-3 py-1 text-sm',
              each === view ? 'bg-raised font-medium' : 'text-quiet hover:text-ink',
            )}
          >
            {VIEWS[each]}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${view}`}
        tabIndex={view === 'tree' ? 0 : undefined}
      >
        {view === 'tree' ? (
          <ValueTree value={value} evidence={evidence} />
        ) : (
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            tabIndex={0}
            className="max-h-[70dvh] overflow-auto rounded-lg bg-sheet p-4 font-mono text-[0.78rem] leading-relaxed wrap-anywhere whitespace-pre-wrap print:max-h-none"
          >
            {json}
          </pre>
        )}
      </div>
    </div>
  )
}
