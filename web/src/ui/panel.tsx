import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

/** A section of a page with its own heading. */
export function Panel({
  id: anchor,
  title,
  description,
  action,
  children,
  className,
}: {
  /** Fragment under which links reach the section. */
  id?: string
  title?: string
  description?: ReactNode
  action?: ReactNode
  children: ReactNode
  className?: string
}) {
  const id = useId()
  return (
    <section
      id={anchor}
      {...(title !== undefined && { 'aria-labelledby': id })}
      className={classes('scroll-mt-6 rounded-xl border border-rule bg-raised', className)}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5">
          <div>
            <h2 id={id} className="font-serif text-lg leading-snug font-semibold">
              {title}
            </h2>
            {description !== undefined && (
              <p className="mt-1 max-w-prose text-sm text-quiet">{description}</p>
            )}
          </div>
          {action}
        </header>
      )}
      <div className="p-5">{children}</div>
    </section>
  )
}
