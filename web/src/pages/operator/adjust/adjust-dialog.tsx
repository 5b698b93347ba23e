import type { AccountResponse } from '@footnote/contract/site/operator'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatUsd } from '../../../ui/money.tsx'
import { newId } from '../../../ui/new-id.ts'
import type { Tell } from '../action/use-told.tsx'
import { AdjustConfirmation } from './adjust-confirmation.tsx'
import { AdjustForm } from './adjust-form.tsx'
import type { Direction } from './read-adjustment.ts'

export type Account = AccountResponse['account']

/** What stands in the form, as it was typed. */
export interface AdjustDraft {
  readonly direction: Direction
  readonly amount: string
  readonly reason: string
}
/** What was read from it. */
export interface Adjustment {
  readonly units: bigint
  readonly reason: string
}

/** Puts money into a wallet or takes some out: first what and why, then once more whether. */
export function AdjustDialog({
  account,
  isOpen,
  onClose,
  tell,
}: {
  account: Account
  isOpen: boolean
  onClose: () => void
  tell: Tell
}) {
  return (
    <Dialog title="Adjust the balance" isOpen={isOpen} onClose={onClose}>
      <Steps account={account} onClose={onClose} tell={tell} />
    </Dialog>
  )
}

function Steps({ account, onClose, tell }: { account: Account; onClose: () => void; tell: Tell }) {
  const [actionId] = useState(newId)
  const [draft, setDraft] = useState<AdjustDraft>({ direction: 'credit', amount: '', reason: '' })
  const [asked, setAsked] = useState<Adjustment>()
  if (!asked)
    return (
      <AdjustForm
        account={account}
        draft={draft}
        onDraft={setDraft}
        onAsk={setAsked}
        onCancel={onClose}
      />
    )
  return (
    <AdjustConfirmation
      actionId={actionId}
      account={account}
      asked={asked}
      onBack={() => setAsked(undefined)}
      onClose={onClose}
      onDone={(units, { wasRepeated }) => {
        onClose()
        const verb = units > 0 ? 'Credited' : 'Debited'
        const repeated = wasRepeated ? ' It was sent more than once and booked once.' : ''
        tell({ text: `${verb} ${formatUsd(Math.abs(units))}.${repeated}` })
      }}
    />
  )
}
