import { priceOf } from '@footnote/contract/prices'
import { pages } from '@footnote/contract/site/pages'
import type { Effort, Tool } from '@footnote/contract/tools'
import { useQuery } from '@tanstack/react-query'
import { walletQuery } from '../../../api/queries.ts'
import { useMay } from '../../../shell/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { formatUsd } from '../../../ui/money.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { UsualTimeText } from '../time/usual-time-text.tsx'

/** The run button, labelled with the price or with the reason why the call can't run. */
export function RunBar({
  tool,
  effort,
  isRunning,
  isTooLarge,
}: {
  tool: Tool
  effort: Effort | null
  isRunning: boolean
  isTooLarge: boolean
}) {
  const { data: wallet } = useQuery(walletQuery)
  const { costUnits } = priceOf(tool, effort)
  const price = formatUsd(costUnits)
  const isShort = wallet !== undefined && BigInt(wallet.balance_units) < costUnits
  const isFrozen = wallet !== undefined && wallet.account_state !== 'active'
  const obstacle = !useMay('developer')
    ? 'Viewers can’t run calls'
    : isFrozen
      ? 'Spending is frozen'
      : isShort
        ? `Balance too low for ${price}`
        : isTooLarge
          ? 'Request too large'
          : ''
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        type="submit"
        look="primary"
        busy={isRunning}
        disabled={!isRunning && obstacle !== ''}
        className="min-w-36"
      >
        {isRunning ? 'Running' : obstacle || `Run for ${price}`}
      </Button>
      {!isRunning && isShort && !isFrozen && (
        <span className="text-sm">
          Your balance is {formatUsd(wallet.balance_units)}.{' '}
          <TextLink to={pages.wallet} hash="recharge">
            Recharge
          </TextLink>
        </span>
      )}
      {effort === null && <UsualTimeText tool={tool} effort={effort} />}
    </div>
  )
}
