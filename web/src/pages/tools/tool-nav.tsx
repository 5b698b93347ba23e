import { pages } from '@footnote/contract/site/pages'
import { TOOLS, toolName } from '@footnote/contract/tools'
import { Link } from '@tanstack/react-router'

/** Tabs for switching between the tools. */
export function ToolNav() {
  return (
    <nav aria-label="Tools" className="mb-6 border-b border-rule print:hidden">
      <ul className="-mb-px flex gap-6">
        {TOOLS.map(tool => (
          <li key={tool}>
            <Link
              to={pages[tool]}
              className="inline-flex min-h-10 items-center border-b-2 border-transparent text-quiet hover:text-ink"
              activeProps={{ className: 'border-accent! text-ink! font-medium' }}
            >
              {toolName(tool)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
