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
import type { Tell } from '../action/use-told.tsx'
import { type Account, AdjustDialog } from '../adjust/adjust-dialog.tsx'
import { AccountBadges } from './account-badges.tsx'

type WantedState = 'active' | 'frozen'

/** Whose account it is, how it stands, and what can be done to it. */
export function AccountHead({ account, tell }: { account: Account; tell: Tell }) {
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
              Adjust the balance…
            </Button>
          </div>
        )}
      </div>
      {account.state === 'frozen' && <FreezeReason reason={account.freeze_reason} />}
      <div className="mt-5 border-t border-rule pt-5">
        <AccountFigures account={account} />
      </div>
      <AdjustDialog account={account} isOpen={asking === 'adjust'} onClose={close} tell={tell} />
      <StateDialog
        account={account}
        wanted={asking === 'adjust' ? undefined : asking}
        onClose={close}
        tell={tell}
      />
    </Panel>
  )
}

/** A freeze for a debt or a dispute ends with it; only an operator's is lifted by one. */
function isFrozenByOperator({ state, freeze_reason }: Account): boolean {
  return state === 'frozen' && freeze_reason !== 'payment'
}

function FreezeReason({ reason }: { reason: string | null }) {
  return (
    <Notice tone="warn" className="mt-4">
      {reason === 'payment'
        ? 'Frozen because a payment is disputed or went back after it was spent. It ends by itself when the dispute is decided and the debt is paid.'
        : 'Frozen by an operator; the actions below say why.'}
    </Notice>
  )
}

function AccountFigures({ account }: { account: Account }) {
  return (
    <Figures>
      <Figure name="Balance">
        <Money units={account.balance_units} />
      </Figure>
      <Figure name="Held">
        <Money units={account.held_units} />
      </Figure>
      <Figure name="Debt" isBad={account.debt_units > 0}>
        <Money units={account.debt_units} />
      </Figure>
      <Figure name="Since">
        <Time at={account.created_at} dayOnly />
      </Figure>
      <Figure name="Last call">
        {account.last_call_at === null
          ? 'never'
          : agoText(new Date(account.last_call_at), new Date())}
      </Figure>
      <Figure name="Sign-in">{account.is_claimed ? 'yes' : 'nobody'}</Figure>
    </Figures>
  )
}

/**
 * What is wanted was settled by the button: the account that is shown may change under way, first of all
 * by this.
 */
function StateDialog({
  account,
  wanted,
  onClose,
  tell,
}: {
  account: Account
  wanted: WantedState | undefined
  onClose: () => void
  tell: Tell
}) {
  const isThaw = wanted === 'active'
  return (
    <ActionDialog
      title={isThaw ? 'Unfreeze this account?' : 'Freeze this account?'}
      confirm={isThaw ? 'Unfreeze it' : 'Freeze it'}
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
        tell({ text: isThaw ? 'The freeze is lifted.' : 'The account is frozen.' })
      }}
    >
      <span className="font-medium wrap-anywhere">{account.email}</span>
      {isThaw
        ? ' can spend from its wallet again at once, unless something is owed or disputed.'
        : ': new calls are refused at once and nothing is debited. Calls that run now finish, results can be fetched, and the owner can sign in and recharge. It holds until an operator lifts it, whatever is paid meanwhile.'}
    </ActionDialog>
  )
}
