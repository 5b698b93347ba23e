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
      close('Two-factor authentication is off.')
    },
  })
  return (
    <SettingForm form={form} look="danger" submitLabel="Turn off">
      <UsernameHint email={email} />
      <PasswordField
        ref={focusOnMount}
        hint="You’ll sign in with your password only, and your backup codes stop working."
        error={form.errorOf('password')}
      />
    </SettingForm>
  )
}
