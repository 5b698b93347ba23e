import { TOOLS, type Tool } from '@footnote/contract/tools'
import { scaleLinear } from 'd3-scale'
import { useId } from 'react'
import { counted } from '../ui/counted.ts'
import { Money } from '../ui/money.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { type Ranked, REST_ID } from './ranked-spending.ts'
import { ToolTextures, textureOf } from './tool-texture.tsx'

/** One bar per entry, longest first, with its amount. */
export function RankedBars({ ranked }: { ranked: readonly Ranked[] }) {
  const id = useId()
  const highest = ranked.reduce((most, { units }) => (units > most ? units : most), 1n)
  const percent = scaleLinear([0, Number(highest)], [0, 100])
  return (
    <ol className="space-y-3.5">
      {ranked.map(entry => {
        const tool = TOOLS.find((name): name is Tool => name === entry.id)
        return (
          <li key={entry.id} className="text-sm">
            <div className="flex items-baseline gap-3">
              <span className="min-w-0 grow truncate" title={entry.name}>
                {entry.name}
              </span>
              <span className="shrink-0 text-quiet">{counted(entry.calls, 'call')}</span>
              <Money units={entry.units} className="shrink-0 font-medium" />
            </div>
            <svg
              width="100%"
              height="10"
              aria-hidden="true"
              className="mt-1.5 block overflow-hidden rounded"
            >
              <ToolTextures id={`${id}${entry.id}`} />
              <rect width="100%" height="10" className="fill-sheet" />
              <rect
                width={`${percent(Number(entry.units))}%`}
                height="10"
                rx="2"
                {...(tool
                  ? { fill: textureOf(`${id}${entry.id}`, tool) }
                  : { className: entry.id === REST_ID ? 'fill-edge/45' : 'fill-series-6' })}
              />
            </svg>
          </li>
        )
      })}
    </ol>
  )
}

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
