import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned. */
  readonly isAmount?: boolean
  /** Shows the name to screen readers only, as for a column of buttons. */
  readonly isNameHidden?: boolean
}

/** A table whose rows become cards on narrow screens. */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}) {
  return (
    <table aria-label={label} className="w-full text-sm max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-rule text-left text-quiet">
          {columns.map(({ name, isAmount, isNameHidden }) => (
            <th
              key={name}
              scope="col"
              className={classes('py-2 pr-4 font-medium last:pr-0', isAmount && 'text-right')}
            >
              {isNameHidden ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map(row => (
          <tr
            key={rowKey(row)}
            className="border-b border-rule last:border-0 max-md:grid max-md:gap-1.5 max-md:py-3.5"
          >
            {columns.map(({ name, cell, isAmount, isNameHidden }) => (
              <td
                key={name}
                className={classes(
                  'py-2.5 pr-4 align-middle last:pr-0 max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:p-0',
                  isAmount && 'text-right',
                )}
              >
                {!isNameHidden && (
                  <span aria-hidden="true" className="text-quiet md:hidden">
                    {name}
                  </span>
                )}
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
