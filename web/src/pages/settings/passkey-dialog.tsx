import type { PasskeysResponse } from '@footnote/contract/site/responses'
import { callSite } from '../../api/call-site.ts'
import { passkeysQuery, queryClient } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { PasskeyNameField } from './passkey-name-field.tsx'
import { UsernameHint } from './setting-form.tsx'

export type Passkey = PasskeysResponse['passkeys'][number]
export type PasskeyChange = { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }

/** Renames or removes a passkey, for the password. */
export function PasskeyDialog({
  email,
  change,
  onClose,
}: {
  email: string
  /** Undefined while the dialog is closed. */
  change: PasskeyChange | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      title={change?.kind === 'remove' ? 'Remove this passkey?' : 'Rename passkey'}
      isOpen={change !== undefined}
      onClose={onClose}
    >
      {change && <ChangeForm email={email} change={change} onClose={onClose} />}
    </Dialog>
  )
}

function ChangeForm({
  email,
  change: { kind, passkey },
  onClose,
}: {
  email: string
  change: PasskeyChange
  onClose: () => void
}) {
  const isRemoval = kind === 'remove'
  const form = useSiteForm({
    send: async values => {
      const params = { passkey_id: passkey.passkey_id }
      const password = values('password')
      if (isRemoval) await callSite('remove_passkey', { params, body: { password } })
      else {
        const body = { name: values('name').trim(), password }
        await callSite('rename_passkey', { params, body })
      }
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      onClose()
    },
  })
  return (
    <form {...form.props} className="space-y-4">
      <UsernameHint email={email} />
      {isRemoval ? (
        <p className="text-sm">
          <span className="font-medium wrap-anywhere">“{passkey.name}”</span> will no longer sign
          you in. Sessions that are open stay open. Delete it from your device or password manager
          too.
        </p>
      ) : (
        <PasskeyNameField name={passkey.name} error={form.errorOf('name')} />
      )}
      <PasswordField error={form.errorOf('password')} />
      <ErrorNotice error={form.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look={isRemoval ? 'danger' : 'primary'} busy={form.isBusy}>
          {isRemoval ? 'Remove passkey' : 'Rename'}
        </Button>
      </DialogActions>
    </form>
  )
}
