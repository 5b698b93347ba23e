import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { EmailField } from '../../ui/email-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { MailedCodeForm } from '../sign-in/mailed-code-form.tsx'
import { NeedsPassword, SettingForm, UsernameHint, useRefreshSession } from './setting-form.tsx'
import { type Account, type Close, SettingPanel } from './setting-panel.tsx'

export function EmailPanel({ account }: { account: Account }) {
  return (
    <SettingPanel
      title="Email"
      description="Used to sign in, and for codes and notifications."
      edits={[
        {
          label: 'Change email',
          form: close =>
            account.has_password ? (
              <ChangeEmail account={account} close={close} />
            ) : (
              <NeedsPassword what="Changing your email" />
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
        Enter the 6-digit code we sent to{' '}
        <strong className="font-medium text-ink">{wish.email}</strong>. Your email doesn’t change
        until you do. If that address already has an account, the message says so and contains no
        code.
      </p>
      <MailedCodeForm
        submitLabel="Confirm email"
        resend={() => callSite('change_email', { body: wish })}
        send={async code => {
          await callSite('confirm_new_email', { body: { email: wish.email, code } })
          await refreshSession()
          close('Email changed. Use the new address to sign in.')
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
        ? { email: 'This is already your email address.' }
        : {},
  })
  return (
    <SettingForm form={form} submitLabel="Send code">
      <UsernameHint email={account.email} />
      <EmailField
        label="New email"
        autoComplete="email"
        hint="We’ll send a code to this address."
        error={form.errorOf('email')}
      />
      <PasswordField error={form.errorOf('password')} />
    </SettingForm>
  )
}
