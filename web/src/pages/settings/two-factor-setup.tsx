import type { SitePart } from '@footnote/contract/site/operations'
import { type ReactNode, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { BackupCodes } from './backup-codes.tsx'
import { QrCode } from './qr-code.tsx'
import { SettingForm, UsernameHint, useRefreshSession } from './setting-form.tsx'
import type { Close } from './setting-panel.tsx'

type Start = SitePart<'start_two_factor', 'response'>

/** Asks for the password, shows QR code and backup codes, then asks for a code from the app. */
export function TwoFactorSetup({ email, close }: { email: string; close: Close }) {
  const [start, setStart] = useState<Start>()
  const form = useSiteForm({
    send: async values =>
      setStart(await callSite('start_two_factor', { body: { password: values('password') } })),
  })
  if (start) return <Steps start={start} email={email} close={close} />
  return (
    <SettingForm form={form} submitLabel="Continue">
      <UsernameHint email={email} />
      <PasswordField
        ref={focusOnMount}
        hint="You’ll need an authenticator app. Most password managers include one."
        error={form.errorOf('password')}
      />
    </SettingForm>
  )
}

function Steps({ start, email, close }: { start: Start; email: string; close: Close }) {
  const refreshSession = useRefreshSession()
  const form = useSiteForm({
    send: async values => {
      await callSite('confirm_two_factor', { body: { code: values('code') } })
      await refreshSession()
      close('Two-factor authentication is on.')
    },
  })
  return (
    <ol ref={focusOnMount} tabIndex={-1} className="space-y-8 outline-none">
      <Step number={1} title="Scan this QR code with your authenticator app">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <QrCode text={start.uri} label="QR code for the authenticator app" />
          <div className="min-w-0 basis-60 grow space-y-2">
            <p className="text-sm text-quiet">Can’t scan it? Enter this secret instead:</p>
            <p className="font-mono text-sm tracking-wide break-all">{inGroups(start.secret)}</p>
            <CopyButton text={start.secret} label="Copy secret" />
          </div>
        </div>
      </Step>
      <Step number={2} title="Save your backup codes" isPrinted>
        <BackupCodes codes={start.backup_codes} email={email} />
      </Step>
      <Step number={3} title="Enter the code from the app">
        <SettingForm form={form} submitLabel="Turn on">
          <p className="text-sm text-quiet">
            This turns on two-factor authentication and signs you out everywhere else.
          </p>
          <CodeField label="Code" error={form.errorOf('code')} takesFocus={false} />
        </SettingForm>
      </Step>
    </ol>
  )
}

function Step({
  number,
  title,
  isPrinted = false,
  children,
}: {
  number: number
  title: string
  isPrinted?: boolean
  children: ReactNode
}) {
  return (
    <li className={isPrinted ? undefined : 'print:hidden'}>
      <h3 className="mb-3 flex items-baseline gap-2.5 font-medium print:hidden">
        <span aria-hidden="true" className="font-serif text-lg font-semibold text-accent">
          {number}
        </span>
        {title}
      </h3>
      {children}
    </li>
  )
}

/** Splits a secret into groups of four, which are easier to read and type. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
