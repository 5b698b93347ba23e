import type { FoundSource } from '../../../api/follow-task.ts'
import { Panel } from '../../../ui/panel.tsx'

interface FoundProps {
  readonly queries?: readonly string[]
  readonly sources?: readonly FoundSource[]
}

/**
 * A panel with the findings of a run. It grows, so it is the last one of its page. A wide window shows them
 * beside the stages instead.
 */
export function FoundPanel({ queries = [], sources = [] }: FoundProps) {
  if (queries.length + sources.length === 0) return null
  return (
    <Panel className="lg:hidden print:hidden">
      <FoundSoFar queries={queries} sources={sources} />
    </Panel>
  )
}

/** The findings of a run, beside its stages. They take the height that the stages leave. */
export function FoundBeside({ queries = [], sources = [] }: FoundProps) {
  if (queries.length + sources.length === 0) return null
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrollable by keyboard
      tabIndex={0}
      aria-label="Found so far"
      className="h-0 min-h-full overflow-y-auto max-lg:hidden print:hidden"
    >
      <FoundSoFar queries={queries} sources={sources} />
    </section>
  )
}

/** The queries that were searched and the sources found so far. They are in this page's memory alone. */
function FoundSoFar({ queries, sources }: Required<FoundProps>) {
  return (
    <div className="space-y-5">
      <Found title="Searches" items={queries.map(query => ({ key: query, text: query }))} />
      <Found
        title="Sources found"
        items={sources.map(({ url, title }) => ({ key: url, text: title || url }))}
      />
    </div>
  )
}

function Found({
  title,
  items,
}: {
  title: string
  items: readonly { readonly key: string; readonly text: string }[]
}) {
  if (items.length === 0) return null
  return (
    <div>
      <h2 className="text-xs font-medium tracking-wide text-quiet uppercase">{title}</h2>
      <ul aria-label={`${title} so far`} className="mt-2 space-y-1 text-sm">
        {items.map(({ key, text }) => (
          <li key={key} className="truncate">
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
