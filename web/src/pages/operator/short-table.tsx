import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const FEW = 8

interface ShortTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** A table that shows its first rows and expands on demand. */
export function ShortTable<Row>({ rows, ...table }: ShortTableProps<Row>) {
  const [isWhole, setIsWhole] = useState(false)
  const hidden = rows.length - FEW
  return (
    <>
      <Table {...table} rows={isWhole ? rows : rows.slice(0, FEW)} />
      {hidden > 0 && (
        <Button className="mt-4" aria-expanded={isWhole} onClick={() => setIsWhole(was => !was)}>
          {isWhole ? 'Show fewer' : `Show ${hidden} more`}
        </Button>
      )}
    </>
  )
}
