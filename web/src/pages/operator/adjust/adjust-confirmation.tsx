import { toWireUnits } from '@footnote/contract/units'
import { callSite } from '../../../api/call-site.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialog.tsx'
import { focusOnMount } from '../../../ui/focus-on-mount.ts'
import { formatUsd, Money } from '../../../ui/money.tsx'
import { useAction } from '../action/use-action.ts'
import { ActionFailure } from '../operator-error.tsx'
import { BeforeAndAfter } from './adjust-form.tsx'
import type { Account, Adjustment } from './read-adjustment.ts'

/**
 * Last step before money moves. An action whose outcome is unknown can only be sent again or left.
 */
export function AdjustConfirmation({
  actionId,
  account,
  asked: { units, reason },
  onBack,
  onClose,
  onDone,
}: {
  actionId: string
  account: Account
  asked: Adjustment
  onBack: () => void
  onClose: () => void
  /** Called with the amount the server recorded. */
  onDone: (units: number, options: { wasRepeated: boolean }) => void
}) {
  const action = useAction({
    actionId,
    send: note =>
      callSite('operator_adjust', {
        params: { account_id: account.account_id },
        body: { ...note, units: toWireUnits(units) },
      }),
    onDone: (done, options) => onDone(done.action.units ?? 0, options),
  })
  const verb = units > 0n ? 'Credit' : 'Debit'
  const amount = formatUsd(units > 0n ? units : -units)
  return (
    <div className="space-y-4">
      <p ref={focusOnMount} tabIndex={-1} className="text-sm outline-none">
        {verb} <Money units={units > 0n ? units : -units} className="font-semibold" />{' '}
        {units > 0n ? 'to' : 'from'}{' '}
        <span className="font-medium wrap-anywhere">{account.email}</span>. Reason: “
        <span className="wrap-anywhere">{reason}</span>”. The transaction is recorded immediately
        and can’t be removed; correct a mistake with another adjustment.
      </p>
      {/* The amount may be recorded already, and would be counted twice here. */}
      {!action.isOpen && <BeforeAndAfter account={account} units={units} />}
      <ActionFailure error={action.error} isOpen={action.isOpen} />
      <DialogActions>
        {action.isOpen ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <Button onClick={onBack} disabled={action.isBusy}>
            Back
          </Button>
        )}
        <Button look="primary" busy={action.isBusy} onClick={() => action.act(reason)}>
          {action.isOpen ? 'Send again' : `${verb} ${amount}`}
        </Button>
      </DialogActions>
    </div>
  )
}
