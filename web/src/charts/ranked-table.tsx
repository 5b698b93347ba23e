import { Money } from '../ui/money.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Ranked } from './ranked-spending.ts'

/** The ranked bars as a table, with every entry. */
export function RankedTable({
  label,
  of,
  ranked,
}: {
  label: string
  /** Heading of the first column. */
  of: string
  ranked: readonly Ranked[]
}) {
  const columns: readonly Column<Ranked>[] = [
    { name: of, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    { name: 'Calls', cell: ({ calls }) => calls, isAmount: true },
    { name: 'Refunded', cell: ({ refundedCalls }) => refundedCalls, isAmount: true },
    { name: 'Spent', cell: ({ units }) => <Money units={units} />, isAmount: true },
  ]
  return <Table label={label} columns={columns} rows={ranked} rowKey={({ id }) => id} />
}
