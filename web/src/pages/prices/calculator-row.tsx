import type { Price } from '@footnote/contract/prices'
import { callName } from '@footnote/contract/tools'
import { useId } from 'react'
import { INPUT } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { COUNT_STEPS, readCount, stepOf } from './month-cost.ts'

/** Number of calls of one kind: typed exactly, or set in round numbers with the slider. */
export function CalculatorRow({
  price,
  count,
  units,
  onCount,
}: {
  price: Price
  count: number
  units: bigint
  onCount: (count: number) => void
}) {
  const id = useId()
  const name = callName(price)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-x-4 gap-y-1 border-b border-rule py-3 last:border-0 sm:grid-cols-[10rem_minmax(0,1fr)_6rem_6.5rem]">
      <label htmlFor={id} className="text-sm">
        <span className="font-medium">{name}</span>
        <span className="block text-quiet">
          <Money units={price.costUnits} /> each
        </span>
      </label>
      <input
        type="range"
        aria-label={`${name}, calls per month, in round numbers`}
        aria-valuetext={`${COUNT_STEPS[stepOf(count)]?.toLocaleString('en-GB')} calls`}
        min={0}
        max={COUNT_STEPS.length - 1}
        step={1}
        autoComplete="off"
        value={stepOf(count)}
        onChange={({ currentTarget }) => onCount(COUNT_STEPS[currentTarget.valueAsNumber] ?? 0)}
        className="h-6 w-full cursor-pointer accent-accent max-sm:order-last"
      />
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={count.toLocaleString('en-GB')}
        onChange={({ currentTarget }) => onCount(readCount(currentTarget.value))}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className={`${INPUT} text-right tabular-nums`}
      />
      <Money units={units} className="text-right text-sm max-sm:order-last" />
    </div>
  )
}
