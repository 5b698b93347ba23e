import { counted } from '../ui/counted.ts'

/** Takes the place of a chart that would have no bars. */
export function NothingSpent({ days, height }: { days: number; height: number }) {
  return (
    <div
      style={{ height }}
      className="flex items-center justify-center rounded-lg border border-dashed border-rule px-6 text-center text-sm text-quiet"
    >
      No calls in the last {counted(days, 'day')}.
    </div>
  )
}
