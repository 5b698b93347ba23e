import { type PageName, pages } from '@footnote/contract/site/pages'
import { Link, Outlet } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useState } from 'react'

const NAVIGATION: readonly { page: PageName; name: string }[] = [
  { page: 'operator', name: 'Overview' },
  { page: 'operatorAccounts', name: 'Accounts' },
  { page: 'operatorPayments', name: 'Payments' },
  { page: 'operatorHeld', name: 'Pending' },
  { page: 'operatorHealth', name: 'Health' },
  { page: 'operatorAudits', name: 'Audits' },
  { page: 'operatorActions', name: 'Actions' },
]

/** The admin area, with its navigation above each page. */
export function OperatorShell() {
  return (
    <>
      <nav aria-label="Admin area" className="mb-6 border-b border-rule print:hidden">
        <ul className="-mb-px flex flex-wrap gap-x-1 text-sm">
          {NAVIGATION.map(({ page, name }) => (
            <li key={page}>
              <Link
                to={pages[page]}
                // Every other path starts with the overview's.
                activeOptions={{ exact: page === 'operator' }}
                className="block border-b-2 border-transparent px-2.5 py-2 text-quiet hover:text-ink"
                activeProps={{ className: 'border-accent! text-ink! font-medium' }}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <AccountSearch>
        <Outlet />
      </AccountSearch>
    </>
  )
}

const Search = createContext<readonly [string, (search: string) => void]>(['', () => {}])

/**
 * Keeps the search text while the operator opens an account and comes back. It stays in memory,
 * because email addresses do not belong in the browser's history.
 */
function AccountSearch({ children }: { children: ReactNode }) {
  const state = useState('')
  return <Search value={state}>{children}</Search>
}

export function useAccountSearch() {
  return use(Search)
}
