import { prices } from '@footnote/contract/prices'
import { siteLimits } from '@footnote/contract/site/limits'
import { useState } from 'react'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { priceId } from '../../ui/price-words.ts'
import { unitsOfCents } from '../wallet/cents.ts'
import { CalculatorRow } from './calculator-row.tsx'
import { CostBar } from './cost-bar.tsx'
import { type CallCounts, howLong, monthCost } from './month-cost.ts'

/** Starting values that show what the calculator does. */
const EXAMPLE: CallCounts = { answer: 1_000, 'research standard': 100, 'research deep': 20 }
const RECHARGES_CENTS = [siteLimits.rechargeCents.least, 2_500, 10_000, 50_000]

/** Estimates a month's cost; the numbers never leave the page. */
export function Calculator() {
  const [counts, setCounts] = useState(EXAMPLE)
  const { lines, unitsByTool, units } = monthCost(counts)
  return (
    <Panel
      title="Estimate your monthly cost"
      description="Enter the number of calls per month. We’ve filled in an example."
    >
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-1">
          {prices.map((price, index) => (
            <CalculatorRow
              key={priceId(price)}
              price={price}
              count={counts[priceId(price)] ?? 0}
              units={lines[index]?.units ?? 0n}
              onCount={count => setCounts({ ...counts, [priceId(price)]: count })}
            />
          ))}
        </div>
        <div>
          <p className="text-sm text-quiet">Cost per month</p>
          <output className="block font-serif text-4xl leading-tight font-medium tracking-tight">
            <Money units={units} />
          </output>
          <CostBar unitsByTool={unitsByTool} units={units} />
          <h3 className="mt-8 text-sm font-medium">How long a recharge lasts</h3>
          <dl className="mt-2 text-sm">
            {RECHARGES_CENTS.map(cents => (
              <div
                key={cents}
                className="flex justify-between gap-4 border-b border-rule py-2 last:border-0"
              >
                <dt>
                  <Money units={unitsOfCents(cents)} />
                </dt>
                <dd className="text-right text-quiet">{howLong(unitsOfCents(cents), units)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Panel>
  )
}
