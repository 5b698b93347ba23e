import { pages } from '@footnote/contract/site/pages'
import type { SiteWalletResponse } from '@footnote/contract/site/responses'
import { parseUsd } from '@footnote/contract/units'
import { useQuery } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { sessionQuery, walletQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { formatUsd, Money } from '../../ui/money.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { leaveFor } from '../sign-in/arrival-message.ts'
import { UsernameHint } from './setting-form.tsx'

/** Shows the exact balance that is forfeited, and requires it to be typed. */
export function CloseAccountDialog({
  email,
  isOpen,
  onClose,
}: {
  email: string
  isOpen: boolean
  onClose: () => void
}) {
  return (
    <Dialog title="Close your account?" isOpen={isOpen} onClose={onClose}>
      <Closure email={email} onClose={onClose} />
    </Dialog>
  )
}

function Closure({ email, onClose }: { email: string; onClose: () => void }) {
  const { data: wallet, error, refetch } = useQuery({ ...walletQuery, refetchOnMount: 'always' })
  if (error && !wallet) return <ErrorNotice error={error} onRetry={refetch} />
  if (!wallet) return <Skeleton className="h-96" />
  return <ClosureForm wallet={wallet} email={email} onClose={onClose} refetchWallet={refetch} />
}

function ClosureForm({
  wallet,
  email,
  onClose,
  refetchWallet,
}: {
  wallet: SiteWalletResponse
  email: string
  onClose: () => void
  refetchWallet: () => Promise<unknown>
}) {
  const balance = wallet.balance_units
  const form = useSiteForm({
    send: async values => {
      await callSite('close_account', {
        body: { password: values('password'), balance_units: balance },
      }).catch(async (error: unknown) => {
        // The balance may have changed; the dialog must show the current one.
        await refetchWallet()
        throw error
      })
      leaveFor('account_closed')
    },
    check: values =>
      confirmsClosure(values('confirmation'), balance)
        ? {}
        : { confirmation: `Type ${closureWord(balance)} to confirm.` },
  })
  return (
    <form {...form.props} className="space-y-4">
      <Consequences wallet={wallet} />
      <UsernameHint email={email} />
      <Field
        // Text typed for another amount must not confirm this one.
        key={balance}
        required
        label={
          balance > 0
            ? `Type ${closureWord(balance)} to forfeit it`
            : `Type “${closureWord(balance)}” to confirm`
        }
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={form.errorOf('confirmation')}
      />
      <PasswordField error={form.errorOf('password')} />
      <ErrorNotice error={form.error} />
      <DialogActions>
        <Button onClick={onClose}>Keep account</Button>
        <Button type="submit" look="danger" busy={form.isBusy}>
          Close account permanently
        </Button>
      </DialogActions>
    </form>
  )
}

function Consequences({ wallet }: { wallet: SiteWalletResponse }) {
  const { data: session } = useQuery(sessionQuery)
  const canAsk = wallet.refundable_units > 0 && session?.service.seller
  return (
    <>
      <Notice tone={wallet.balance_units > 0 ? 'warn' : 'info'}>
        {wallet.balance_units > 0 ? (
          <>
            Your balance is <Money units={wallet.balance_units} className="font-semibold" />. If you
            close the account, this money is forfeited. It won’t be refunded or moved to a new
            account.
            {canAsk && (
              <>
                {' '}
                <TextLink to={pages.wallet}>Request a refund</TextLink> of{' '}
                <Money units={wallet.refundable_units} /> first.
              </>
            )}
          </>
        ) : (
          'Your wallet is empty, so you won’t lose any money.'
        )}
      </Notice>
      {wallet.held_units > 0 && (
        <Notice tone="warn">
          <Money units={wallet.held_units} /> is pending for calls that are still running. You can
          close the account once they finish.
        </Notice>
      )}
      <ul className="list-disc space-y-1 pl-5 text-sm text-quiet">
        <li>Your API keys stop working, and you’re signed out everywhere.</li>
        <li>You lose access to receipts and usage. Print or export what you need first.</li>
        <li>
          You can sign up again with the same email address, but you start with an empty account.
        </li>
      </ul>
    </>
  )
}

const WORD_WITHOUT_BALANCE = 'close'

/** The text to type to close an account: the forfeited amount, or a word if there is none. */
export function closureWord(balanceUnits: number): string {
  return balanceUnits > 0 ? formatUsd(balanceUnits) : WORD_WITHOUT_BALANCE
}

/**
 * Returns whether the typed text confirms the closure; an amount may be written in any usual form.
 */
export function confirmsClosure(text: string, balanceUnits: number): boolean {
  const typed = text.trim()
  if (balanceUnits === 0) return typed.toLowerCase() === WORD_WITHOUT_BALANCE
  return parseUsd(typed.replaceAll(/[\s$,]|USD/gi, '')) === BigInt(balanceUnits)
}
