import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'

/** One step; a check mark replaces its number once it is done. */
export function StartStep({
  number,
  title,
  isDone,
  action,
  below,
  children,
}: {
  number: number
  title: string
  isDone: boolean
  action?: ReactNode
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="grid grid-cols-[2rem_1fr] gap-x-3.5">
      <span
        aria-hidden="true"
        className={classes(
          'flex size-8 items-center justify-center rounded-full font-serif text-base font-semibold',
          isDone ? 'bg-good-wash text-good' : 'border border-edge text-accent',
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0 space-y-3 pt-0.5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-[1_1_18rem]">
            <h3 className={classes('font-medium', isDone && 'text-quiet')}>
              {title}
              {isDone && <span className="sr-only">, done</span>}
            </h3>
            {!isDone && <p className="mt-0.5 max-w-prose text-sm text-quiet">{children}</p>}
          </div>
          {!isDone && action}
        </div>
        {!isDone && below}
      </div>
    </li>
  )
}
