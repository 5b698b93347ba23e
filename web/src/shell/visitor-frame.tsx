import { pages } from '@footnote/contract/site/pages'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { Wordmark } from '../ui/mark.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const ITEM = 'rounded-lg px-2 py-2 text-quiet hover:text-ink'

/** A centred column below the logo, with optional content beside it. */
export function VisitorFrame({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={classes('min-h-dvh', aside !== undefined && 'lg:grid lg:grid-cols-2')}>
      <div className="flex min-h-dvh flex-col max-lg:has-[+aside]:min-h-0">
        <header className="flex items-center justify-between px-5 py-4 sm:px-8 lg:py-6">
          <Link to={pages.home} aria-label="Footnote, home page" className="inline-flex">
            <Wordmark />
          </Link>
          <div className="flex items-center gap-1 text-sm">
            <a href="/docs" className={ITEM}>
              Docs
            </a>
            <Link to={pages.prices} className={ITEM}>
              Prices
            </Link>
            <ThemeSwitch />
          </div>
        </header>
        <main
          id="main"
          className="mx-auto w-full max-w-[26rem] grow px-5 pt-8 pb-16 sm:pt-[9vh] lg:pt-[13vh]"
        >
          {children}
        </main>
      </div>
      {aside}
    </div>
  )
}
