import { isAlwaysTask, priceOf } from '@footnote/contract/prices'
import { type Effort, effortsOf, type Tool } from '@footnote/contract/tools'
import { useId } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Money } from '../../../ui/money.tsx'
import { UsualTimeText } from '../time/usual-time-text.tsx'

/** Choice of effort, with purpose, price and usual duration of each. */
export function EffortChoice({
  tool,
  effort,
  onChoose,
}: {
  tool: Tool
  effort: Effort | null
  onChoose: (effort: Effort) => void
}) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Effort</legend>
      <div className="divide-y divide-rule overflow-hidden rounded-lg border border-rule">
        {effortsOf(tool).map(one => (
          <label
            key={one}
            className="flex cursor-pointer gap-3 px-4 py-3 hover:bg-sheet has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="effort"
              aria-labelledby={`${id}-${one}`}
              aria-describedby={`${id}-${one}-about`}
              checked={one === effort}
              onChange={() => onChoose(one)}
              className="mt-1 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 grow text-sm">
              <span id={`${id}-${one}`} className="flex items-baseline justify-between gap-x-4">
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {one}
                  {isAlwaysTask({ tool, effort: one }) && <Badge>background task</Badge>}
                </span>
                <Money units={priceOf(tool, one).costUnits} className="font-medium" />
              </span>
              <span id={`${id}-${one}-about`}>
                <span className="block text-quiet">{priceOf(tool, one).purpose}</span>
                <UsualTimeText tool={tool} effort={one} />
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
