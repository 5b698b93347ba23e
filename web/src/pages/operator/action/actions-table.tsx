import type { ActionKind } from '@footnote/contract/site/operator'
import { Money } from '../../../ui/money.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { AccountLink, ADDRESS, Address } from '../account-link.tsx'
import { IdText } from '../id-text.tsx'
import type { Action } from '../operator-queries.ts'
import { ShortTable } from '../short-table.tsx'

/** What was done, in a word or two. */
const ACTION_WORDS: Readonly<Record<ActionKind, string>> = {
  credit: 'Credited',
  debit: 'Debited',
  freeze: 'Froze',
  unfreeze: 'Unfroze',
  revoke_key: 'Revoked a key',
  check_payment: 'Checked a payment',
  run_audit: 'Ran an audit',
  grant_operator: 'Made an operator',
  withdraw_operator: 'No longer an operator',
}

const WHOM: Column<Action> = {
  name: 'To whom',
  cell: ({ account_id, account_email }) =>
    account_id === null ? (
      <span className="text-quiet">–</span>
    ) : (
      <AccountLink accountId={account_id} email={account_email ?? account_id} />
    ),
}
const COLUMNS: readonly Column<Action>[] = [
  { name: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'What', cell: action => <What action={action} /> },
  WHOM,
  {
    name: 'Why',
    cell: ({ reason }) => <span className="wrap-anywhere max-md:text-right">{reason}</span>,
  },
  {
    name: 'Who',
    cell: ({ operator }) => (
      <span className={`${ADDRESS} text-quiet`}>
        <Address email={operator} />
      </span>
    ),
  },
]
const OF_ONE = COLUMNS.filter(column => column !== WHOM)

/** What operators did, to whom and why, the latest first. */
export function ActionsTable({
  actions,
  few = false,
  isOfOne = false,
}: {
  actions: readonly Action[]
  /** Shows only some at first. */
  few?: boolean
  /** All about the same account, which need not be said. */
  isOfOne?: boolean
}) {
  if (actions.length === 0) return <p className="text-sm text-quiet">No actions yet.</p>
  const table = {
    label: 'Actions',
    columns: isOfOne ? OF_ONE : COLUMNS,
    rows: actions,
    rowKey: ({ action_id }: Action) => action_id,
  }
  return few ? <ShortTable {...table} /> : <Table {...table} />
}

function What({ action: { kind, units, subject } }: { action: Action }) {
  return (
    <span className="max-md:text-right">
      <span className="font-medium">{ACTION_WORDS[kind]}</span>{' '}
      {units !== null && <Money units={Math.abs(units)} />}
      {subject !== null && (
        <span className="block">
          <IdText id={subject} />
        </span>
      )}
    </span>
  )
}
