import type { SiteWalletResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { walletQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { leaveFor } from '../sign-in/leave-for.ts'
import { closureWord, confirmsClosure } from './closure-word.ts'
import { UsernameHint } from './setting-form.tsx'

/** Says what is lost, to the last digit, and takes nothing but a deliberate yes. */
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
    <Dialog title="Close the account" isOpen={isOpen} onClose={onClose}>
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
        // Whatever refused it, the amount that is shown must be true again.
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
        // What was typed for another amount confirms nothing.
        key={balance}
        required
        label={
          balance > 0
            ? `Type ${closureWord(balance)} to give it up`
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
        <Button onClick={onClose}>Keep the account</Button>
        <Button type="submit" look="danger" busy={form.isBusy}>
          Close it for good
        </Button>
      </DialogActions>
    </form>
  )
}

function Consequences({ wallet }: { wallet: SiteWalletResponse }) {
  return (
    <>
      <Notice tone={wallet.balance_units > 0 ? 'warn' : 'info'}>
        {wallet.balance_units > 0 ? (
          <>
            The wallet holds <Money units={wallet.balance_units} className="font-semibold" />.
            Closing gives it up: it is not paid back, and a new account does not bring it back.
          </>
        ) : (
          'The wallet is empty, so no money is given up.'
        )}
      </Notice>
      {wallet.held_units > 0 && (
        <Notice tone="warn">
          <Money units={wallet.held_units} /> is held for calls that are still running. The account
          can be closed when they have ended.
        </Notice>
      )}
      <ul className="list-disc space-y-1 pl-5 text-sm text-quiet">
        <li>Every API key stops working, and every session is signed out.</li>
        <li>Receipts and usage can no longer be seen here: print or export them first.</li>
        <li>The address is free again; a new account with it starts with nothing.</li>
      </ul>
    </>
  )
}
