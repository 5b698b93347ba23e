import { pages } from '@footnote/contract/site/pages'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Wordmark } from '../ui/mark.tsx'
import { Column } from './column.tsx'
import { DocsLink } from './docs-link.tsx'

const LINK = 'underline-offset-[0.2em] hover:text-ink hover:underline'

export function PublicFooter() {
  return (
    <footer className="border-t border-rule text-sm text-quiet print:hidden">
      <Column className="flex flex-wrap justify-between gap-x-16 gap-y-10 py-12">
        <div className="max-w-72 space-y-3">
          <Wordmark />
          <p className="text-pretty">A research API that cites its sources.</p>
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
              <Link to={pages.home} hash="stored" className={LINK}>
                Privacy
              </Link>
            </li>
          </Links>
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

/** Link to a page of the server, outside the router. */
function ServerLink({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a href={href} className={LINK}>
        {children}
      </a>
    </li>
  )
}
