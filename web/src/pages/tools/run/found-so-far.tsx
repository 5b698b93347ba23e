import type { FoundSource } from '../../../api/follow-task.ts'
import { Panel } from '../../../ui/panel.tsx'

/**
 * The queries that were searched and the sources found so far. They are in this page's memory alone. The panel
 * grows, so it is the last one of its page.
 */
export function FoundSoFar({
  queries,
  sources,
}: {
  queries: readonly string[]
  sources: readonly FoundSource[]
}) {
  if (queries.length + sources.length === 0) return null
  return (
    <Panel className="print:hidden">
      <div className="space-y-5">
        <Found title="Searches" items={queries.map(query => ({ key: query, text: query }))} />
        <Found
          title="Sources found"
          items={sources.map(({ url, title }) => ({ key: url, text: title || url }))}
        />
      </div>
    </Panel>
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
