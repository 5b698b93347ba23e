import { Badge } from '../../ui/badge.tsx'
import type { Account } from './account.ts'
import { NeedsPassword } from './needs-password.tsx'
import { NewBackupCodes } from './new-backup-codes.tsx'
import { type Edit, SettingPanel } from './setting-panel.tsx'
import { StopTwoFactor } from './stop-two-factor.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

export function TwoFactorPanel({ account }: { account: Account }) {
  return (
    <SettingPanel
      title="Two-factor authentication"
      isPrinted
      description="Require a code from an app on your phone when you sign in."
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
