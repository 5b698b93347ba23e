import { callSite } from '../../api/call-site.ts'
import { Badge } from '../../ui/badge.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { NewBackupCodes } from './new-backup-codes.tsx'
import { NeedsPassword, SettingForm, UsernameHint, useRefreshSession } from './setting-form.tsx'
import { type Account, type Close, type Edit, SettingPanel } from './setting-panel.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

export function TwoFactorPanel({ account }: { account: Account }) {
  return (
    <SettingPanel
      title="Two-factor authentication"
      isPrinted
      description="Require a code from an authenticator app when you sign in."
      edits={account.two_factor ? editsWhileOn(account) : editsWhileOff(account)}
    >
      {account.two_factor ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
    </SettingPanel>
  )
}

function editsWhileOff(account: Account): readonly Edit[] {
  return [
    {
      label: 'Set up',
      form: close =>
        account.has_password ? (
          <TwoFactorSetup email={account.email} close={close} />
        ) : (
          <NeedsPassword what="Two-factor authentication" />
        ),
    },
  ]
}

function editsWhileOn({ email }: Account): readonly Edit[] {
  return [
    {
      label: 'New backup codes',
      form: close => <NewBackupCodes email={email} close={close} />,
    },
    {
      label: 'Turn off',
      look: 'danger',
      form: close => <StopTwoFactor email={email} close={close} />,
    },
  ]
}

function StopTwoFactor({ email, close }: { email: string; close: Close }) {
  const refreshSession = useRefreshSession()
  const form = useSiteForm({
    send: async values => {
      await callSite('stop_two_factor', { body: { password: values('password') } })
      await refreshSession()
      close('Two-factor authentication is off.')
    },
  })
  return (
    <SettingForm form={form} look="danger" submitLabel="Turn off">
      <UsernameHint email={email} />
      <PasswordField
        ref={focusOnMount}
        hint="You’ll sign in with your password only, and your backup codes will stop working."
        error={form.errorOf('password')}
      />
    </SettingForm>
  )
}
