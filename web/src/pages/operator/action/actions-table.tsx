import type { ActionKind } from '@footnote/contract/site/operator'
import { Money } from '../../../ui/money.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { AccountLink, ADDRESS, Address } from '../account-link.tsx'
import { IdText } from '../id-text.tsx'
import type { Action } from '../operator-queries.ts'
import { ShortTable } from '../short-table.tsx'

/** Short name of each kind of action. */
const ACTION_WORDS: Readonly<Record<ActionKind, string>> = {
  credit: 'Credited',
  debit: 'Debited',
  freeze: 'Froze account',
  unfreeze: 'Unfroze account',
  revoke_key: 'Revoked key',
  check_payment: 'Checked payment',
  run_audit: 'Ran audit',
  grant_operator: 'Made operator',
  withdraw_operator: 'Removed operator',
}

const WHOM: Column<Action> = {
  name: 'Account',
  cell: ({ account_id, account_email }) =>
    account_id === null ? (
      <span className="text-quiet">–</span>
    ) : (
      <AccountLink accountId={account_id} email={account_email ?? account_id} />
    ),
}
const COLUMNS: readonly Column<Action>[] = [
  { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Action', cell: action => <What action={action} /> },
  WHOM,
  {
    name: 'Reason',
    cell: ({ reason }) => <span className="wrap-anywhere max-md:text-right">{reason}</span>,
  },
  {
    name: 'Operator',
    cell: ({ operator }) => (
      <span className={`${ADDRESS} text-quiet`}>
        <Address email={operator} />
      </span>
    ),
  },
]
const OF_ONE = COLUMNS.filter(column => column !== WHOM)

/** Operator actions, latest first. */
export function ActionsTable({
  actions,
  few = false,
  isOfOne = false,
}: {
  actions: readonly Action[]
  /** Shows only the first rows until expanded. */
  few?: boolean
  /** Leaves out the account column. */
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
