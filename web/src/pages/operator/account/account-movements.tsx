import { useInfiniteQuery } from '@tanstack/react-query'
import { Money } from '../../../ui/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { type Movement, movementDetail, movementTitle } from '../../wallet/movement-words.ts'
import { IdText } from '../id-text.tsx'
import { OlderRows, useOlderRows } from '../older-rows.tsx'
import { OperatorError } from '../operator-error.tsx'
import { accountMovementsQuery } from '../operator-queries.ts'

const FEW = 10

const COLUMNS: readonly Column<Movement>[] = [
  { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Description', cell: movement => <What movement={movement} /> },
  {
    name: 'Call or payment',
    cell: ({ request_id, payment_id }) => {
      const id = request_id ?? payment_id
      return id === null ? <span className="text-quiet">–</span> : <IdText id={id} />
    },
  },
  {
    name: 'Amount',
    isAmount: true,
    cell: ({ units }) => <Money units={units} signed className={units > 0 ? 'text-good' : ''} />,
  },
  {
    name: 'Balance',
    isAmount: true,
    cell: ({ balance_units }) => <Money units={balance_units} className="text-quiet" />,
  },
]

/** Every transaction of the wallet, latest first. */
export function AccountMovements({ accountId }: { accountId: string }) {
  const query = useInfiniteQuery(accountMovementsQuery(accountId))
  const rows = query.data?.pages.flatMap(page => page.movements)
  const older = useOlderRows(query, { loaded: rows?.length ?? 0, few: FEW })
  return (
    <Panel title="Transactions" description="Each with the balance after it.">
      {rows === undefined ? (
        query.error ? (
          <OperatorError error={query.error} onRetry={query.refetch} />
        ) : (
          <Skeleton className="h-[30rem]" />
        )
      ) : rows.length === 0 ? (
        <p className="text-sm text-quiet">No transactions yet.</p>
      ) : (
        <>
          <Table
            label="Transactions"
            columns={COLUMNS}
            rows={rows.slice(0, older.shown)}
            rowKey={({ movement_id }) => movement_id}
          />
          <OlderRows {...older} />
        </>
      )}
    </Panel>
  )
}

function What({ movement }: { movement: Movement }) {
  const detail = movementDetail(movement)
  return (
    <span className="wrap-anywhere max-md:text-right">
      {movementTitle(movement)}
      {detail !== undefined && <span className="block text-xs text-quiet">{detail}</span>}
    </span>
  )
}
