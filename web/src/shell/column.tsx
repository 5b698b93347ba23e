import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'

/** The content width of public pages; backgrounds may extend beyond it. */
export function Column({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classes('mx-auto w-full max-w-6xl px-5 sm:px-8', className)}>{children}</div>
  )
}
