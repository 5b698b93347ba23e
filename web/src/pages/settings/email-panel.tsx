import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { EmailField } from '../../ui/email-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { MailedCodeForm } from '../sign-in/mailed-code-form.tsx'
import type { Account } from './account.ts'
import { NeedsPassword } from './needs-password.tsx'
import { SettingForm, UsernameHint } from './setting-form.tsx'
import { type Close, SettingPanel } from './setting-panel.tsx'
import { useRefreshSession } from './use-refresh-session.ts'

export function EmailPanel({ account }: { account: Account }) {
  return (
    <SettingPanel
      title="E-mail address"
      description="You sign in with it; codes and notices go there."
      edits={[
        {
          label: 'Change address',
          form: close =>
            account.has_password ? (
              <ChangeEmail account={account} close={close} />
            ) : (
              <NeedsPassword what="A new address" />
            ),
        },
      ]}
    >
      <p className="font-medium break-all">{account.email}</p>
    </SettingPanel>
  )
}

interface Wish {
  readonly email: string
  readonly password: string
}

function ChangeEmail({ account, close }: { account: Account; close: Close }) {
  const [wish, setWish] = useState<Wish>()
  const refreshSession = useRefreshSession()
  if (!wish) return <AskForm account={account} onAsked={setWish} />
  return (
    <div className="max-w-md space-y-4">
      <p className="text-sm text-quiet">
        A message was sent to <strong className="font-medium text-ink">{wish.email}</strong>. Enter
        the six digits that it holds. Until then nothing changes. If that address has an account
        already, the message says so and has no code.
      </p>
      <MailedCodeForm
        submitLabel="Confirm the address"
        resend={() => callSite('change_email', { body: wish })}
        send={async code => {
          await callSite('confirm_new_email', { body: { email: wish.email, code } })
          await refreshSession()
          close('The address is changed. Sign in with the new one from now on.')
        }}
      />
    </div>
  )
}

function AskForm({ account, onAsked }: { account: Account; onAsked: (wish: Wish) => void }) {
  const form = useSiteForm({
    send: async values => {
      const wish = { email: values('email'), password: values('password') }
      await callSite('change_email', { body: wish })
      onAsked(wish)
    },
    check: values =>
      values('email').toLowerCase() === account.email.toLowerCase()
        ? { email: 'This is your address already.' }
        : {},
  })
  return (
    <SettingForm form={form} submitLabel="Send a code">
      <UsernameHint email={account.email} />
      <EmailField
        label="New e-mail address"
        autoComplete="email"
        hint="A code is sent there to confirm it."
        error={form.errorOf('email')}
      />
      <PasswordField error={form.errorOf('password')} />
    </SettingForm>
  )
}
