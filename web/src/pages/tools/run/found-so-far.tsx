import type { FoundSource } from '../../../api/follow-task.ts'

/** The queries that were searched and the sources found so far. They are in this page's memory alone. */
export function FoundSoFar({
  queries,
  sources,
}: {
  queries: readonly string[]
  sources: readonly FoundSource[]
}) {
  return (
    <>
      <Found title="Searches" items={queries.map(query => ({ key: query, text: query }))} />
      <Found
        title="Sources found"
        items={sources.map(({ url, title }) => ({ key: url, text: title || url }))}
      />
    </>
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
    <div className="mt-5">
      <h3 className="text-xs font-medium tracking-wide text-quiet uppercase">{title}</h3>
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
