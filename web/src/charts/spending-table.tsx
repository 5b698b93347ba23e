import { TOOLS, toolName } from '@footnote/contract/tools'
import { Money } from '../ui/money.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { DaySpending } from './daily-spending.ts'
import { longDay } from './day-text.ts'

const COLUMNS: readonly Column<DaySpending>[] = [
  { name: 'Day', cell: ({ day }) => longDay(day) },
  ...TOOLS.map(tool => ({
    name: toolName(tool),
    cell: ({ unitsByTool }: DaySpending) => <Money units={unitsByTool[tool]} />,
    isAmount: true,
  })),
  { name: 'Total', cell: ({ units }) => <Money units={units} />, isAmount: true },
  { name: 'Calls', cell: ({ calls }) => calls, isAmount: true },
  { name: 'Refunded', cell: ({ refundedCalls }) => refundedCalls, isAmount: true },
]

/** The daily bars as a table, newest first, without the days that had no calls. */
export function SpendingTable({ days }: { days: readonly DaySpending[] }) {
  return (
    <Table
      label="Spending per day, days with calls only"
      columns={COLUMNS}
      rows={days.filter(({ calls }) => calls > 0).reverse()}
      rowKey={({ day }) => day}
    />
  )
}
