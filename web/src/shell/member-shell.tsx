import { type PageName, pages } from '@footnote/contract/site/pages'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import {
  BookOpen,
  ChartColumn,
  House,
  KeyRound,
  MessageCircleQuestionMark,
  Settings,
  Shield,
  Users,
  Wallet,
} from 'lucide-react'
import { Fragment } from 'react'
import { sessionQuery, walletQuery } from '../api/queries.ts'
import { classes } from '../ui/classes.ts'
import { Wordmark } from '../ui/mark.tsx'
import { Money } from '../ui/money.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AccountNotice } from './account-notice.tsx'
import { DocsLink } from './docs-link.tsx'
import { MoneyNotices } from './money-notices.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

interface Entry {
  readonly page: PageName
  readonly name: string
  readonly Icon: typeof House
  /** Path prefix of further pages behind the entry. */
  readonly under?: string
  /** On a phone, this link is on the settings page. */
  readonly isWideOnly?: boolean
}

const NAVIGATION: readonly Entry[] = [
  { page: 'overview', name: 'Overview', Icon: House },
  { page: 'answer', name: 'Tools', Icon: MessageCircleQuestionMark, under: '/tools/' },
  { page: 'access', name: 'Access', Icon: KeyRound },
  { page: 'wallet', name: 'Wallet', Icon: Wallet },
  { page: 'usage', name: 'Usage', Icon: ChartColumn },
  { page: 'team', name: 'Team', Icon: Users, isWideOnly: true },
  { page: 'settings', name: 'Settings', Icon: Settings },
]
const ACTIVE = 'text-ink! font-medium lg:bg-sheet'
const OPERATOR: Entry = { page: 'operator', name: 'Admin', Icon: Shield }

/**
 * Layout of signed-in pages: navigation beside the page, or below it on a phone, and the balance.
 */
export function MemberShell() {
  const { data } = useSuspenseQuery(sessionQuery)
  const entries = data.account?.is_operator ? [...NAVIGATION, OPERATOR] : NAVIGATION
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr] print:block">
      <header className="flex flex-col border-rule max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:border-r print:hidden">
        <div className="flex items-center justify-between gap-3 px-4 py-3 lg:px-5 lg:py-5">
          <Link to={pages.overview} aria-label="Footnote, overview">
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
          <ul className="flex lg:flex-col lg:gap-0.5">
            {entries.map(entry => (
              <li
                key={entry.page}
                className={classes(
                  'max-lg:min-w-0 max-lg:flex-1',
                  entry.isWideOnly && 'max-lg:hidden',
                )}
              >
                <NavigationLink {...entry} />
              </li>
            ))}
          </ul>
        </nav>
        {/* On a phone, this link is on the settings page. */}
        <DocsLink
          href="/docs"
          className="mx-3 mt-4 flex items-center gap-3 rounded-lg px-3 py-2 text-sm text-quiet hover:bg-sheet hover:text-ink max-lg:hidden"
        >
          <BookOpen className="mx-px size-4" aria-hidden="true" />
          Docs
        </DocsLink>
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
        <AccountNotice />
        <MoneyNotices />
        {/* Resets all forms if another account signs in elsewhere. */}
        <Fragment key={data.account?.account_id}>
          <Outlet />
        </Fragment>
      </main>
    </div>
  )
}

function NavigationLink({ page, name, Icon, under }: Entry) {
  const isWithin = useLocation({
    select: ({ pathname }) => under !== undefined && pathname.startsWith(under),
  })
  return (
    <Link
      to={pages[page]}
      className={classes(
        'flex items-center gap-3 rounded-lg text-quiet hover:text-ink max-lg:flex-col max-lg:gap-1 max-lg:py-2.5 max-lg:text-[0.6875rem] lg:px-3 lg:py-2 lg:hover:bg-sheet',
        isWithin && ACTIVE,
      )}
      activeProps={{ className: ACTIVE }}
    >
      <Icon className="size-[1.125rem]" aria-hidden="true" />
      {name}
    </Link>
  )
}

const REFRESH_MS = 30_000

/** The current balance, polled because calls change it, linked to the wallet. */
function BalanceLink() {
  const { data: wallet, isError } = useQuery({ ...walletQuery, refetchInterval: REFRESH_MS })
  return (
    <Link
      to={pages.wallet}
      className="flex min-h-10 items-center justify-between gap-3 rounded-lg border border-rule bg-raised px-3.5 py-2 text-sm hover:border-edge"
    >
      <span className="text-quiet">Balance</span>
      {wallet ? (
        <Money units={wallet.balance_units} className="font-medium" />
      ) : isError ? (
        <span className="text-quiet">unavailable</span>
      ) : (
        <Skeleton className="h-4 w-14" />
      )}
    </Link>
  )
}
