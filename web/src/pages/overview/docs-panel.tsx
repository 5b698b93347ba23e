import { DocsLink } from '../../shell/docs-link.tsx'

const LINKS = [
  {
    href: '/docs',
    title: 'Documentation',
    about: 'Quick start, guides, and a reference of every operation, field and error.',
  },
  {
    href: '/docs/background-tasks',
    title: 'Background tasks',
    about: 'Start long research, follow its progress and fetch the report.',
  },
  {
    href: '/docs/billing-and-refunds',
    title: 'Billing and refunds',
    about: 'How calls are charged, and which ones are refunded.',
  },
] as const

/** Links to the documentation. */
export function DocsPanel() {
  return (
    <nav aria-label="Documentation">
      <ul className="grid gap-3 sm:grid-cols-3 sm:gap-6">
        {LINKS.map(({ href, title, about }) => (
          <li key={href}>
            <DocsLink
              href={href}
              className="group block h-full rounded-xl border border-rule px-5 py-4 hover:border-edge"
            >
              <span className="font-medium group-hover:text-accent">{title}</span>
              <span className="mt-0.5 block text-sm text-quiet">{about}</span>
            </DocsLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
