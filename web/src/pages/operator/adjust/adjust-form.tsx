import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Money } from '../../../ui/money.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { ReasonField, readReason } from '../action/reason-field.tsx'

import {
  type Account,
  type AdjustDraft,
  type Adjustment,
  balanceAfter,
  readAdjustment,
} from './read-adjustment.ts'

const DIRECTIONS = [
  { value: 'credit', label: 'Credit' },
  { value: 'debit', label: 'Debit' },
] as const

export function AdjustForm({
  account,
  draft,
  onDraft,
  onAsk,
  onCancel,
}: {
  account: Account
  draft: AdjustDraft
  onDraft: (draft: AdjustDraft) => void
  onAsk: (asked: Adjustment) => void
  onCancel: () => void
}) {
  const [isJudged, setIsJudged] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { direction, amount } = draft
  const read = readAdjustment({ direction, typed: amount, account })
  const { reason, problem: reasonProblem } = readReason(draft.reason)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsJudged(true)
    if (read.units !== undefined && reason !== undefined) onAsk({ units: read.units, reason })
    else
      form.current
        ?.querySelector<HTMLElement>(read.units === undefined ? '[name=amount]' : '[name=reason]')
        ?.focus()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-4">
      <div className="w-fit">
        <Segments
          legend="Direction"
          name="direction"
          segments={DIRECTIONS}
          chosen={direction}
          onChoose={value => onDraft({ ...draft, direction: value })}
        />
      </div>
      <Field
        label="Amount in USD"
        name="amount"
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        value={amount}
        onChange={event => onDraft({ ...draft, amount: event.target.value })}
        error={isJudged ? read.problem : undefined}
      />
      <ReasonField
        value={draft.reason}
        onChange={value => onDraft({ ...draft, reason: value })}
        hint="The owner sees it with the transaction. It is also saved in the list of actions."
        error={isJudged ? reasonProblem : undefined}
      />
      <BeforeAndAfter account={account} units={read.units} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary">
          Continue
        </Button>
      </DialogActions>
    </form>
  )
}

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
