import { classes } from './classes.ts'

/** Reserves space for content that is loading, so that nothing moves. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={classes('motion-safe:animate-pulse rounded-md bg-sheet', className)}
    />
  )
}
