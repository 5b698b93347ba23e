import { siteLimits } from '@footnote/contract/site/limits'
import type { AccountsResponse } from '@footnote/contract/site/operator'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { AccountLink } from '../account-link.tsx'
import { Ago } from '../ago.tsx'
import { OperatorError } from '../operator-error.tsx'
import { accountsQuery } from '../operator-queries.ts'
import { useAccountSearch } from '../operator-shell.tsx'
import { AccountBadges } from './account-badges.tsx'

const TYPING_MS = 350

type Account = AccountsResponse['accounts'][number]

const COLUMNS: readonly Column<Account>[] = [
  {
    name: 'Account',
    cell: ({ account_id, email }) => <AccountLink accountId={account_id} email={email} />,
  },
  { name: 'State', cell: account => <AccountBadges account={account} /> },
  {
    name: 'Balance',
    isAmount: true,
    cell: ({ balance_units }) => <Money units={balance_units} />,
  },
  { name: 'Pending', isAmount: true, cell: ({ held_units }) => <Amount units={held_units} /> },
  { name: 'Debt', isAmount: true, cell: ({ debt_units }) => <Amount units={debt_units} isBad /> },
  {
    name: 'Last call',
    cell: ({ last_call_at }) =>
      last_call_at === null ? <span className="text-quiet">Never</span> : <Ago at={last_call_at} />,
  },
]

/** Finds accounts by email, id or payment reference. */
export function OperatorAccountsPage() {
  const [search, setSearch] = useAccountSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(accountsQuery(search))
  return (
    <>
      <PageTitle title="Accounts" />
      <div className="space-y-6">
        <SearchForm search={search} onSearch={setSearch} />
        <Panel title={search === '' ? 'Newest accounts' : 'Search results'}>
          {data ? (
            <div aria-busy={isPlaceholderData}>
              <Found found={data} />
            </div>
          ) : error ? (
            <OperatorError error={error} onRetry={refetch} />
          ) : (
            <Skeleton className="h-80" />
          )}
        </Panel>
      </div>
    </>
  )
}

/** Searches when the typing pauses, and at once on Enter. */
function SearchForm({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search)
  const wanted = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => onSearch(wanted), TYPING_MS)
    return () => clearTimeout(timer)
  }, [wanted, onSearch])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(wanted)
  }
  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <Field
          className="min-w-0 grow basis-72"
          label="Search"
          type="search"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          placeholder="Email, ID or payment reference"
          maxLength={siteLimits.searchCharacters}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit">
          <Search aria-hidden="true" /> Search
        </Button>
      </form>
    </search>
  )
}

function Found({ found: { accounts, is_cut } }: { found: AccountsResponse }) {
  if (accounts.length === 0)
    return (
      <EmptyState title="No accounts found">
        <p className="text-sm text-quiet">
          Try part of an email address, or the full ID of an account, key, call or payment.
        </p>
      </EmptyState>
    )
  return (
    <>
      <Table
        label="Accounts"
        columns={COLUMNS}
        rows={accounts}
        rowKey={({ account_id }) => account_id}
      />
      <p role="status" className="mt-4 text-sm text-quiet">
        {is_cut
          ? `Showing the first ${counted(accounts.length, 'account')}. Narrow your search to see others.`
          : `${counted(accounts.length, 'account')}.`}
      </p>
    </>
  )
}

/** Zero is dimmed, so that other amounts stand out. */
function Amount({ units, isBad = false }: { units: number; isBad?: boolean }) {
  return (
    <Money
      units={units}
      className={units === 0 ? 'text-quiet' : isBad ? 'font-medium text-bad' : ''}
    />
  )
}
