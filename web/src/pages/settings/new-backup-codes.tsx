import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { BackupCodes } from './backup-codes.tsx'
import { SettingForm, UsernameHint } from './setting-form.tsx'
import type { Close } from './setting-panel.tsx'

export function NewBackupCodes({ email, close }: { email: string; close: Close }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const form = useSiteForm({
    send: async values => {
      const body = { password: values('password') }
      setCodes((await callSite('new_backup_codes', { body })).backup_codes)
    },
  })
  if (codes)
    return (
      <div ref={focusOnMount} tabIndex={-1} className="space-y-4 outline-none">
        <BackupCodes codes={codes} email={email} />
        <div className="print:hidden">
          <Button
            look="primary"
            onClick={() => close('New backup codes are active. The old ones no longer work.')}
          >
            I’ve saved them
          </Button>
        </div>
      </div>
    )
  return (
    <SettingForm form={form} submitLabel="Create new codes">
      <UsernameHint email={email} />
      <PasswordField
        ref={focusOnMount}
        hint="Your current codes will stop working."
        error={form.errorOf('password')}
      />
    </SettingForm>
  )
}
