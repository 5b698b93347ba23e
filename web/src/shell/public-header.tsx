import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionQuery } from '../api/queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Wordmark } from '../ui/mark.tsx'
import { Column } from './column.tsx'
import { DocsLink } from './docs-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const ITEM = 'rounded-lg px-2.5 py-2 text-quiet hover:text-ink'

/** Header of the public pages; the server's documentation has the same one. */
export function PublicHeader() {
  return (
    <header className="border-b border-rule print:hidden">
      <Column className="flex flex-wrap items-center gap-x-7 gap-y-1 py-3 sm:py-4">
        <Link to={pages.home} aria-label="Footnote, home page" className="inline-flex">
          <Wordmark />
        </Link>
        <nav
          aria-label="Main"
          className="-ml-2.5 flex gap-1 text-sm max-sm:order-last max-sm:w-full"
        >
          <DocsLink href="/docs" className={ITEM}>
            Docs
          </DocsLink>
          <Link to={pages.prices} className={ITEM} activeProps={{ className: 'text-ink!' }}>
            Prices
          </Link>
          <Link to={pages.status} className={ITEM} activeProps={{ className: 'text-ink!' }}>
            Status
          </Link>
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <Entrance />
          <ThemeSwitch />
        </div>
      </Column>
    </header>
  )
}

/** Sign-in buttons or a link to the overview; they keep their place while the session loads. */
function Entrance() {
  const { data: session, isPending } = useQuery(sessionQuery)
  if (session?.account) return <ButtonLink to={pages.overview}>Overview</ButtonLink>
  return (
    <div className={classes('flex gap-1', isPending && 'invisible')}>
      <ButtonLink to={pages.signIn} look="quiet">
        Sign in
      </ButtonLink>
      <ButtonLink to={pages.signUp} look="primary" className="max-sm:hidden">
        Create account
      </ButtonLink>
    </div>
  )
}
