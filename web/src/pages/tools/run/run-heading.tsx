import { priceOf } from '@footnote/contract/prices'
import { callName, type Effort, type Tool } from '@footnote/contract/tools'
import { titleOf } from '../../../report/title-of.ts'
import { Money } from '../../../ui/money.tsx'

/** The question of a running call, with its tool and price. */
export function RunHeading({
  question,
  tool,
  effort,
}: {
  question: string | undefined
  tool: Tool
  effort: Effort | null
}) {
  const title = titleOf(question)
  return (
    <div className="mb-4 border-b border-rule pb-4">
      {title !== undefined && (
        <p dir="auto" className="mb-1 font-serif text-lg wrap-anywhere">
          {title}
        </p>
      )}
      <p className="text-sm text-quiet">
        {callName({ tool, effort })} · <Money units={priceOf(tool, effort).costUnits} />, refunded
        if it fails
      </p>
    </div>
  )
}
