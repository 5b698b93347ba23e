import { pointer as pointerOf } from '@footnote/contract/problem'
import { type ReactNode, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { TEXT_LINK } from '../ui/text-link.tsx'
import { type FlatList, toCsv } from './flat-list.ts'

const SLICE = 50

/** A list of flat objects as a table, with the evidence of each cell. */
export function ValueTable({
  name,
  list,
  pointer,
  cell,
}: {
  name: string
  list: FlatList
  /** JSON Pointer of the list. */
  pointer: string
  /** Shows a value with its evidence, which refers to it by its pointer. */
  cell: (value: unknown, pointer: string) => ReactNode
}) {
  const [shown, setShown] = useState(SLICE)
  const { columns, rows } = list
  const isNumeric = (column: string) =>
    rows.every(row => typeof row[column] === 'number' || row[column] === null)
  return (
    <div className="my-2">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2 print:hidden">
        <bdi className="font-mono text-[0.8125rem] text-quiet wrap-anywhere">{name}</bdi>
        <CopyButton text={toCsv(list)} label="Copy CSV" />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={`Table: ${name}`}
        className="report-scroll rounded-lg border border-rule"
      >
        <table className="w-full text-sm">
          <thead>
            <tr className="bg-sheet">
              {columns.map(column => (
                <th
                  key={column}
                  scope="col"
                  className={classes(
                    'px-3 py-2 text-left font-mono text-xs font-medium whitespace-nowrap text-quiet',
                    isNumeric(column) && 'text-right',
                  )}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never change order
              <tr key={index} className="border-t border-rule align-top">
                {columns.map(column => (
                  <td
                    key={column}
                    className={classes(
                      'min-w-24 px-3 py-2',
                      isNumeric(column) && 'text-right tabular-nums',
                    )}
                  >
                    {row[column] === undefined
                      ? ''
                      : cell(row[column], pointerOf(pointerOf(pointer, String(index)), column))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <button type="button" onClick={() => setShown(shown + SLICE)} className={TEXT_LINK}>
          Show {Math.min(rows.length - shown, SLICE)} of {rows.length - shown} more
        </button>
      )}
    </div>
  )
}
