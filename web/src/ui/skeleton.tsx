import { classes } from './classes.ts'

/** Holds the place of what is being loaded, so that nothing moves when it comes. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={classes('motion-safe:animate-pulse rounded-md bg-sheet', className)}
    />
  )
}
