import { useState } from 'react'
import { callSite } from '../../../api/call-site.ts'
import { agoText } from '../../../ui/ago-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Figure, Figures } from '../../../ui/figure.tsx'
import { Money } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Time } from '../../../ui/time.tsx'
import { ActionDialog } from '../action/action-dialog.tsx'
import type { Report } from '../action/use-action-notice.tsx'
import { AdjustDialog } from '../adjust/adjust-dialog.tsx'
import type { Account } from '../adjust/read-adjustment.ts'
import { AccountBadges } from './account-badges.tsx'

type WantedState = 'active' | 'frozen'

/** The account's owner, state and figures, with the actions an operator can take. */
export function AccountHead({ account, report }: { account: Account; report: Report }) {
  const [asking, setAsking] = useState<'adjust' | WantedState>()
  const canThaw = isFrozenByOperator(account)
  const close = () => setAsking(undefined)
  return (
    <Panel>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="font-serif text-xl leading-snug font-semibold wrap-anywhere">
            {account.email}
          </h2>
          <p className="mt-1 font-mono text-xs wrap-anywhere text-quiet select-all">
            {account.account_id}
          </p>
          <div className="mt-2 w-fit">
            <AccountBadges account={account} />
          </div>
        </div>
        {account.state !== 'closed' && (
          <div className="flex flex-wrap gap-2">
            <Button
              look={canThaw ? 'plain' : 'danger'}
              onClick={() => setAsking(canThaw ? 'active' : 'frozen')}
            >
              {canThaw ? 'Unfreeze…' : 'Freeze…'}
            </Button>
            <Button look="primary" onClick={() => setAsking('adjust')}>
              Adjust balance…
            </Button>
          </div>
        )}
      </div>
      {account.state === 'frozen' && <FreezeReason reason={account.freeze_reason} />}
      <div className="mt-5 border-t border-rule pt-5">
        <AccountFigures account={account} />
      </div>
      <AdjustDialog
        account={account}
        isOpen={asking === 'adjust'}
        onClose={close}
        report={report}
      />
      <StateDialog
        account={account}
        wanted={asking === 'adjust' ? undefined : asking}
        onClose={close}
        report={report}
      />
    </Panel>
  )
}

/**
 * A freeze for a debt or a dispute ends by itself; only an operator's freeze can be lifted here.
 */
function isFrozenByOperator({ state, freeze_reason }: Account): boolean {
  return state === 'frozen' && freeze_reason !== 'payment'
}

function FreezeReason({ reason }: { reason: string | null }) {
  return (
    <Notice tone="warn" className="mt-4">
      {reason === 'payment'
        ? 'Frozen because a payment was disputed, or refunded after it was spent. The freeze ends automatically once the dispute is decided and the debt is paid.'
        : 'Frozen by an operator. See the actions below for the reason.'}
    </Notice>
  )
}

function AccountFigures({ account }: { account: Account }) {
  return (
    <Figures>
      <Figure name="Balance">
        <Money units={account.balance_units} />
      </Figure>
      <Figure name="Pending">
        <Money units={account.held_units} />
      </Figure>
      <Figure name="Debt" isBad={account.debt_units > 0}>
        <Money units={account.debt_units} />
      </Figure>
      <Figure name="Created">
        <Time at={account.created_at} dayOnly />
      </Figure>
      <Figure name="Last call">
        {account.last_call_at === null
          ? 'Never'
          : agoText(new Date(account.last_call_at), new Date())}
      </Figure>
      <Figure name="Sign-in">{account.is_claimed ? 'Enabled' : 'None'}</Figure>
    </Figures>
  )
}

/**
 * The button decides which state is wanted, because this action changes the account that is shown.
 */
function StateDialog({
  account,
  wanted,
  onClose,
  report,
}: {
  account: Account
  wanted: WantedState | undefined
  onClose: () => void
  report: Report
}) {
  const isThaw = wanted === 'active'
  return (
    <ActionDialog
      title={isThaw ? 'Unfreeze this account?' : 'Freeze this account?'}
      confirm={isThaw ? 'Unfreeze account' : 'Freeze account'}
      look={isThaw ? 'primary' : 'danger'}
      isOpen={wanted !== undefined}
      onClose={onClose}
      send={note =>
        callSite('operator_set_state', {
          params: { account_id: account.account_id },
          body: { ...note, state: isThaw ? 'active' : 'frozen' },
        })
      }
      onDone={() => {
        onClose()
        report({ text: isThaw ? 'Account unfrozen.' : 'Account frozen.' })
      }}
    >
      <span className="font-medium wrap-anywhere">{account.email}</span>
      {isThaw
        ? ' can spend from its wallet again right away, unless it owes money or has an open dispute.'
        : ' can’t make new calls, and nothing more is charged. Running calls will finish, and the owner can still sign in, fetch results and recharge. Only an operator can lift the freeze.'}
    </ActionDialog>
  )
}
