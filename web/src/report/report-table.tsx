import { scaleLinear } from 'd3-scale'
import { ChartColumn } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import { type FigureColumn, tableFigures } from './table-figures.ts'
import { type ReportNode, textOf } from './tame-report.ts'

/** A table of a report, which scrolls on its own, with a chart if its figures can be compared. */
export function ReportTable({ node, children }: { node: ReportNode; children: ReactNode }) {
  const columns = useMemo(() => {
    const [header = [], ...rows] = cellsOf(node)
    return tableFigures(header, rows)
  }, [node])
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div role="group" tabIndex={0} aria-label="Table" className="report-scroll">
        <table>{children}</table>
      </div>
      {columns.length > 0 && <TableChart columns={columns} />}
    </div>
  )
}

function TableChart({ columns }: { columns: readonly FigureColumn[] }) {
  const id = useId()
  const [isShown, setShown] = useState(true)
  const [chosen, choose] = useState(0)
  const column = columns[chosen]
  return (
    <div className="mt-3 font-sans print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button look="quiet" className="-ml-3 px-3!" onClick={() => setShown(!isShown)}>
          <ChartColumn aria-hidden="true" />
          {isShown ? 'Hide chart' : 'Show chart'}
        </Button>
        {isShown && columns.length > 1 && columns.length <= 4 && (
          <Segments
            legend="Column"
            name={id}
            segments={columns.map(({ name }, value) => ({ value, label: name }))}
            chosen={chosen}
            onChoose={choose}
          />
        )}
      </div>
      {isShown && column && <Bars column={column} />}
    </div>
  )
}

/** One bar per row, in the order of the table. */
function Bars({ column: { name, bars } }: { column: FigureColumn }) {
  const percent = scaleLinear([0, Math.max(...bars.map(({ value }) => value), 0)], [0, 100])
  return (
    <figure className="mt-2 rounded-lg border border-rule p-4">
      <figcaption className="text-sm font-medium">{name}</figcaption>
      <ol className="mt-3 grid list-none! gap-2.5 p-0! text-sm">
        {bars.map(({ label, text, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same label
          <li key={index} className="m-0!">
            <div className="flex items-baseline justify-between gap-3">
              <bdi className="min-w-0 truncate" title={label}>
                {label}
              </bdi>
              <bdi className="shrink-0 font-medium tabular-nums">{text}</bdi>
            </div>
            <svg
              width="100%"
              height="8"
              aria-hidden="true"
              className="mt-1 block overflow-hidden rounded"
            >
              <rect width="100%" height="8" className="fill-sheet" />
              <rect width={`${percent(value)}%`} height="8" rx="2" className="fill-accent" />
            </svg>
          </li>
        ))}
      </ol>
    </figure>
  )
}

/** The texts of a table's cells, row by row. */
function cellsOf(node: ReportNode): string[][] {
  if (node.tagName === 'tr')
    return [
      (node.children ?? [])
        .filter(({ tagName }) => tagName === 'td' || tagName === 'th')
        .map(textOf),
    ]
  return (node.children ?? []).flatMap(cellsOf)
}
