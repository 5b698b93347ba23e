import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** A row of figures. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">{children}</dl>
}

/** A named figure, inside a `dl`. */
export function Figure({
  name,
  children,
  note,
  isBad = false,
}: {
  name: string
  children: ReactNode
  note?: ReactNode
  isBad?: boolean
}) {
  return (
    <div className="min-w-0">
      <dt className="text-xs leading-5 text-quiet">{name}</dt>
      <dd
        className={classes(
          // Large amounts may wrap instead of overlapping their neighbours.
          'mt-0.5 font-serif text-xl leading-tight font-semibold wrap-anywhere tabular-nums [&>*]:whitespace-normal',
          isBad && 'text-bad',
        )}
      >
        {children}
      </dd>
      {note !== undefined && <dd className="mt-0.5 text-xs text-quiet">{note}</dd>}
    </div>
  )
}
