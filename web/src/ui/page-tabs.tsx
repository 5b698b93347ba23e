import { type PageName, pages } from '@footnote/contract/site/pages'
import { Link } from '@tanstack/react-router'

interface Tab {
  readonly page: PageName
  readonly name: string
}

/** Tabs for switching between pages that belong together. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="mb-6 border-b border-rule print:hidden">
      <ul className="-mb-px flex gap-4 max-sm:text-sm sm:gap-6">
        {tabs.map(({ page, name }) => (
          <li key={page}>
            <Link
              to={pages[page]}
              className="inline-flex min-h-10 items-center border-b-2 border-transparent text-quiet hover:text-ink"
              activeProps={{ className: 'border-accent! text-ink! font-medium' }}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
