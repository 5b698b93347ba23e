import { pages } from '@footnote/contract/site/pages'
import { Link } from '@tanstack/react-router'

const ENTRIES = [
  { to: pages.answer, name: 'Answer' },
  { to: pages.research, name: 'Research' },
  { to: pages.finance, name: 'Finance' },
] as const

/** From one tool to another. */
export function ToolNav() {
  return (
    <nav aria-label="Tools" className="mb-6 border-b border-rule print:hidden">
      <ul className="-mb-px flex gap-6">
        {ENTRIES.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
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
