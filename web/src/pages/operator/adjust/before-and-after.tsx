import { Money } from '../../../ui/money.tsx'
import type { Account } from './read-adjustment.ts'
import { balanceAfter } from './read-adjustment.ts'

/** The balance before and after an adjustment; the latter is empty until there is an amount. */
export function BeforeAndAfter({
  account,
  units,
}: {
  account: Account
  units: bigint | undefined
}) {
  const after = units === undefined ? undefined : balanceAfter(account, units)
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-lg bg-sheet px-4 py-3 text-sm">
      <div>
        <dt className="text-quiet">Balance before</dt>
        <dd className="font-medium">
          <Money units={account.balance_units} />
        </dd>
      </div>
      <div>
        <dt className="text-quiet">Balance after</dt>
        <dd className="font-medium">
          {after === undefined ? (
            '–'
          ) : (
            <Money units={after.units} className={after.units < 0n ? 'text-bad' : ''} />
          )}
        </dd>
        {after !== undefined && after.debtPaidUnits > 0n && (
          <dd className="text-quiet">
            <Money units={after.debtPaidUnits} /> goes toward the debt first.
          </dd>
        )}
      </div>
    </dl>
  )
}
