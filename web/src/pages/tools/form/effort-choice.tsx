import { isAlwaysTask, priceOf } from '@footnote/contract/prices'
import { type Effort, effortsOf, type Tool } from '@footnote/contract/tools'
import { useId } from 'react'
import { Money } from '../../../ui/money.tsx'
import { UsualTimeText } from '../time/usual-time-text.tsx'

/** Choice of effort in one row, with the purpose and usual duration of the chosen one. */
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
    <fieldset aria-describedby={id}>
      <legend className="mb-1.5 text-sm font-medium">Effort</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-1 rounded-lg border border-rule bg-sheet p-1">
        {effortsOf(tool).map(one => (
          <label
            key={one}
            className="relative flex flex-wrap items-baseline justify-center gap-x-2 rounded-md px-2 py-2 text-center text-sm text-quiet select-none hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-xs"
          >
            <input
              type="radio"
              name="effort"
              // Covers its label, so that the focus outline surrounds it.
              className="absolute inset-0 cursor-pointer appearance-none rounded-md"
              checked={one === effort}
              onChange={() => onChoose(one)}
            />
            <span className="font-medium">{one}</span>
            <Money units={priceOf(tool, one).costUnits} />
          </label>
        ))}
      </div>
      <div id={id} className="mt-1.5 text-sm text-quiet">
        <p>
          {priceOf(tool, effort).purpose}
          {isAlwaysTask({ tool, effort }) && ' Runs as a background task.'}
        </p>
        <UsualTimeText tool={tool} effort={effort} />
      </div>
    </fieldset>
  )
}
