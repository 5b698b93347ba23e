import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'

/** How wide the text of a public page stands; what is around it may reach the edges. */
export function Column({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classes('mx-auto w-full max-w-6xl px-5 sm:px-8', className)}>{children}</div>
  )
}
