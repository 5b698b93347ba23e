import { callSite } from '../../api/call-site.ts'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { SettingForm, UsernameHint } from './setting-form.tsx'
import type { Close } from './setting-panel.tsx'
import { useRefreshSession } from './use-refresh-session.ts'

export function StopTwoFactor({ email, close }: { email: string; close: Close }) {
  const refreshSession = useRefreshSession()
  const form = useSiteForm({
    send: async values => {
      await callSite('stop_two_factor', { body: { password: values('password') } })
      await refreshSession()
      close('Two-factor sign-in is off; the password alone signs you in.')
    },
  })
  return (
    <SettingForm form={form} look="danger" submitLabel="Turn off">
      <UsernameHint email={email} />
      <PasswordField
        ref={focusOnMount}
        hint="From then on the password alone signs you in, and the backup codes are void."
        error={form.errorOf('password')}
      />
    </SettingForm>
  )
}
