import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatUsd } from '../../../ui/money.tsx'
import { newId } from '../../../ui/new-id.ts'
import type { Report } from '../action/use-action-notice.tsx'
import { AdjustConfirmation } from './adjust-confirmation.tsx'
import { AdjustForm } from './adjust-form.tsx'
import type { Account, AdjustDraft, Adjustment } from './read-adjustment.ts'

/** Credits or debits a wallet: a form, then a confirmation. */
export function AdjustDialog({
  account,
  isOpen,
  onClose,
  report,
}: {
  account: Account
  isOpen: boolean
  onClose: () => void
  report: Report
}) {
  return (
    <Dialog title="Adjust balance" isOpen={isOpen} onClose={onClose}>
      <Steps account={account} onClose={onClose} report={report} />
    </Dialog>
  )
}

function Steps({
  account,
  onClose,
  report,
}: {
  account: Account
  onClose: () => void
  report: Report
}) {
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
        const repeated = wasRepeated ? ' It was sent more than once and recorded once.' : ''
        report({ text: `${verb} ${formatUsd(Math.abs(units))}.${repeated}` })
      }}
    />
  )
}
