import { type ReactNode, useEffect } from 'react'

/** The page's heading, focusable for navigation, and the title of its tab. */
export function PageTitle({
  title,
  description,
  action,
}: {
  title: string
  description?: ReactNode
  action?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Footnote`
  }, [title])
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1
          tabIndex={-1}
          className="font-serif text-3xl leading-tight font-semibold tracking-tight outline-none"
        >
          {title}
        </h1>
        {description !== undefined && (
          <p className="mt-1.5 max-w-prose text-quiet">{description}</p>
        )}
      </div>
      {action}
    </header>
  )
}
