import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { legalLinks } from '../ui/legal-links.ts'
import { Wordmark } from '../ui/mark.tsx'
import { Column } from './column.tsx'
import { DocsLink } from './docs-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Layout of the public pages. */
export function PublicShell() {
  return (
    <>
      <PublicHeader />
      {/* At least as high as the window, so that the footer doesn't move while a page loads. */}
      <main id="main" className="min-h-dvh">
        <Outlet />
      </main>
      <PublicFooter />
    </>
  )
}

const ITEM = 'rounded-lg px-2.5 py-2 text-quiet hover:text-ink'

/** Header of the public pages; the server's documentation has the same one. */
function PublicHeader() {
  return (
    <header className="border-b border-rule print:hidden">
      <Column className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:gap-x-7 py-3 sm:py-4">
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

/** Sign-in buttons, or a link to the overview. Until the session is known, the style sheet shows one of them. */
function Entrance() {
  const { data: session } = useQuery(sessionQuery)
  const isKnown = session !== undefined
  return (
    <>
      {!session?.account && (
        <div className={classes('flex gap-1', !isKnown && 'in-data-member:hidden')}>
          <ButtonLink to={pages.signIn} look="quiet">
            Sign in
          </ButtonLink>
          <ButtonLink to={pages.signUp} look="primary" className="max-sm:hidden">
            Create account
          </ButtonLink>
        </div>
      )}
      {(session?.account || !isKnown) && (
        <ButtonLink
          to={pages.overview}
          className={classes('max-sm:px-3', !isKnown && 'not-in-data-member:hidden')}
        >
          Overview
        </ButtonLink>
      )}
    </>
  )
}

const LINK = 'underline-offset-[0.2em] hover:text-ink hover:underline'

function PublicFooter() {
  const { data: session } = useQuery(sessionQuery)
  const seller = session?.service.seller
  return (
    <footer className="border-t border-rule text-sm text-quiet print:hidden">
      <Column className="flex flex-wrap justify-between gap-x-16 gap-y-10 py-12">
        <div className="max-w-72 space-y-3">
          <Wordmark />
          <p className="text-pretty">A research API that cites its sources.</p>
          {seller && (
            <p className="wrap-anywhere">
              {seller.legal_name}
              <br />
              {seller.address}
              <br />
              <a href={`mailto:${seller.support_email}`} className={LINK}>
                {seller.support_email}
              </a>
            </p>
          )}
        </div>
        <nav aria-label="More" className="grid grid-cols-2 gap-x-16 gap-y-8 sm:flex">
          <Links title="Documentation">
            <li>
              <DocsLink href="/docs" className={LINK}>
                Docs
              </DocsLink>
            </li>
            <li>
              <DocsLink href="/docs/reference" className={LINK}>
                Reference
              </DocsLink>
            </li>
            <ServerLink href="/openapi.json">OpenAPI</ServerLink>
            <ServerLink href="/llms.txt">llms.txt</ServerLink>
          </Links>
          <Links title="Service">
            <li>
              <Link to={pages.prices} className={LINK}>
                Prices
              </Link>
            </li>
            <li>
              <Link to={pages.status} className={LINK}>
                Status
              </Link>
            </li>
            <li>
              <DocsLink href="/docs/changelog" className={LINK}>
                Changelog
              </DocsLink>
            </li>
            {!seller && (
              <li>
                <Link to={pages.home} hash="stored" className={LINK}>
                  Privacy
                </Link>
              </li>
            )}
          </Links>
          {seller && (
            <Links title="Legal">
              {legalLinks(seller).map(({ name, url }) => (
                <ServerLink key={name} href={url}>
                  {name}
                </ServerLink>
              ))}
            </Links>
          )}
        </nav>
      </Column>
    </footer>
  )
}

function Links({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="font-medium text-ink">{title}</p>
      <ul className="mt-3 space-y-2">{children}</ul>
    </div>
  )
}

/** Link to a page outside the router. */
function ServerLink({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a href={href} className={LINK}>
        {children}
      </a>
    </li>
  )
}
