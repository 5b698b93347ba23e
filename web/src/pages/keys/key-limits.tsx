import { toolName } from '@footnote/contract/tools'
import { formatUsd } from '../../ui/money.tsx'
import type { Key } from './key.ts'
import { lastDay } from './read-limits.ts'

/** The limits of a key in a few lines, with a bar for each cap. */
export function KeyLimits({ limits, spent }: Pick<Key, 'limits' | 'spent'>) {
  const notes = [
    limits.tools?.map(toolName).join(', '),
    limits.calls_per_minute === null ? undefined : `${limits.calls_per_minute} calls per minute`,
    limits.expires_at === null ? undefined : `Until ${lastDay(limits.expires_at)}`,
  ].filter(note => note !== undefined)
  const isCapped = limits.day_cap_units !== null || limits.month_cap_units !== null
  if (!isCapped && notes.length === 0) return <span className="text-quiet">None</span>
  return (
    <div className="w-full max-w-52 space-y-1.5 max-md:text-right">
      <CapBar label="today" cap={limits.day_cap_units} spent={spent?.day_units ?? 0} />
      <CapBar label="this month" cap={limits.month_cap_units} spent={spent?.month_units ?? 0} />
      {notes.map(note => (
        <span key={note} className="block text-xs text-quiet">
          {note}
        </span>
      ))}
    </div>
  )
}

function CapBar({ label, cap, spent }: { label: string; cap: number | null; spent: number }) {
  if (cap === null) return null
  const percent = Math.min((spent / cap) * 100, 100)
  return (
    <div>
      <span className="block text-xs whitespace-nowrap tabular-nums">
        {formatUsd(spent)} of {formatUsd(cap)} {label}
      </span>
      <svg
        width="100%"
        height="6"
        aria-hidden="true"
        className="mt-0.5 block overflow-hidden rounded"
      >
        <rect width="100%" height="6" className="fill-sheet" />
        <rect
          width={`${percent}%`}
          height="6"
          className={percent < 100 ? 'fill-series-2' : 'fill-bad'}
        />
      </svg>
    </div>
  )
}
