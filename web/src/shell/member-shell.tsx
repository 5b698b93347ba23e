import { type PageName, pages } from '@footnote/contract/site/pages'
import { Link, Outlet } from '@tanstack/react-router'
import { BookOpen, ChartColumn, House, KeyRound, Settings, Wallet } from 'lucide-react'
import { Wordmark } from '../ui/mark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BalanceLink } from './balance-link.tsx'
import { MoneyNotices } from './money-notices.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const NAVIGATION: readonly { page: PageName; name: string; Icon: typeof House }[] = [
  { page: 'overview', name: 'Overview', Icon: House },
  { page: 'keys', name: 'API keys', Icon: KeyRound },
  { page: 'wallet', name: 'Wallet', Icon: Wallet },
  { page: 'usage', name: 'Usage', Icon: ChartColumn },
  { page: 'settings', name: 'Settings', Icon: Settings },
]

/** For who is signed in: navigation beside the page, below it on a phone, and the balance always in sight. */
export function MemberShell() {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr] print:block">
      <header className="flex flex-col border-rule max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:border-r print:hidden">
        <div className="flex items-center justify-between gap-3 px-4 py-3 lg:px-5 lg:py-5">
          <Link to={pages.overview} aria-label="Footnote, to the overview">
            <Wordmark />
          </Link>
          <div className="lg:hidden">
            <BalanceLink />
          </div>
        </div>
        <nav
          aria-label="Main"
          className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-rule max-lg:bg-paper max-lg:pb-[env(safe-area-inset-bottom)] lg:px-3"
        >
          <ul className="flex max-lg:justify-around lg:flex-col lg:gap-0.5">
            {NAVIGATION.map(({ page, name, Icon }) => (
              <li key={page}>
                <Link
                  to={pages[page]}
                  className="flex items-center gap-3 rounded-lg text-quiet hover:text-ink max-lg:min-w-16 max-lg:flex-col max-lg:gap-1 max-lg:px-2 max-lg:py-2.5 max-lg:text-xs lg:px-3 lg:py-2 lg:hover:bg-sheet"
                  activeProps={{ className: 'text-ink! font-medium lg:bg-sheet' }}
                >
                  <Icon className="size-[1.125rem]" aria-hidden="true" />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {/* On a phone it stands in the settings. */}
        <a
          href="/docs"
          className="mx-3 mt-4 flex items-center gap-3 rounded-lg px-3 py-2 text-sm text-quiet hover:bg-sheet hover:text-ink max-lg:hidden"
        >
          <BookOpen className="mx-px size-4" aria-hidden="true" />
          Docs
        </a>
        <div className="mt-auto hidden flex-col gap-3 p-4 lg:flex">
          <BalanceLink />
          <div className="flex items-center justify-between gap-2">
            <AccountMenu />
            <ThemeSwitch />
          </div>
        </div>
      </header>
      <main
        id="main"
        className="mx-auto w-full max-w-5xl px-4 pt-6 pb-28 sm:px-8 lg:pt-10 lg:pb-16 print:p-0"
      >
        <MoneyNotices />
        <Outlet />
      </main>
    </div>
  )
}
