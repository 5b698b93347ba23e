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
import { AccountBadges } from './account-badges.tsx'
import { useAccountSearch } from './account-search.tsx'

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
  { name: 'Held', isAmount: true, cell: ({ held_units }) => <Amount units={held_units} /> },
  { name: 'Debt', isAmount: true, cell: ({ debt_units }) => <Amount units={debt_units} isBad /> },
  {
    name: 'Last call',
    cell: ({ last_call_at }) =>
      last_call_at === null ? <span className="text-quiet">Never</span> : <Ago at={last_call_at} />,
  },
]

/** Finds an account by whatever its owner, a log or the payment provider names. */
export function OperatorAccountsPage() {
  const [search, setSearch] = useAccountSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(accountsQuery(search))
  return (
    <>
      <PageTitle title="Accounts" />
      <div className="space-y-6">
        <SearchForm search={search} onSearch={setSearch} />
        <Panel title={search === '' ? 'Newest accounts' : 'Found'}>
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

/** Looks while one types, when there is a pause, and at once for who presses Enter. */
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
          placeholder="Address, any id, or a provider’s reference"
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
      <EmptyState title="No account fits">
        <p className="text-sm text-quiet">
          Try a part of the address, or the whole id of an account, key, call or payment.
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
          ? `Only ${counted(accounts.length, 'account')} shown, and there are more: search more narrowly.`
          : `${counted(accounts.length, 'account')}.`}
      </p>
    </>
  )
}

/** Nothing is quiet, so that what there is stands out. */
function Amount({ units, isBad = false }: { units: number; isBad?: boolean }) {
  return (
    <Money
      units={units}
      className={units === 0 ? 'text-quiet' : isBad ? 'font-medium text-bad' : ''}
    />
  )
}
