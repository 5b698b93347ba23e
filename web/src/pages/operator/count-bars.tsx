import { classes } from '../../ui/classes.ts'

export interface CountBar {
  readonly id: string
  readonly name: string
  readonly count: number
  readonly note: string
  readonly isBad?: boolean
}

/** One bar per count, in the given order, with its figures. */
export function CountBars({ bars }: { bars: readonly CountBar[] }) {
  const highest = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ol className="space-y-3">
      {bars.map(({ id, name, count, note, isBad }) => (
        <li key={id} className="text-sm">
          <div className="flex items-baseline gap-3">
            <span className="min-w-0 grow wrap-anywhere">{name}</span>
            <span className="shrink-0 text-quiet tabular-nums">{note}</span>
            <span className="shrink-0 font-medium tabular-nums">
              {count.toLocaleString('en-GB')}
            </span>
          </div>
          <div aria-hidden="true" className="mt-1 h-2 overflow-hidden rounded bg-sheet">
            <div
              style={{ width: `${(100 * count) / highest}%` }}
              className={classes('h-full rounded', isBad ? 'bg-bad' : 'bg-series-2')}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
