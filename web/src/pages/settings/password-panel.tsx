import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { sessionsQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { OutboxHint } from '../sign-in/outbox-hint.tsx'
import { SettingForm, UsernameHint } from './setting-form.tsx'
import { type Account, type Close, SettingPanel } from './setting-panel.tsx'

export function PasswordPanel({ account }: { account: Account }) {
  if (!account.has_password) return <FirstPassword email={account.email} />
  return (
    <SettingPanel
      title="Password"
      edits={[
        {
          label: 'Change password',
          form: close => <ChangePassword email={account.email} close={close} />,
        },
      ]}
    >
      <p className="text-sm text-quiet">Changing your password signs you out everywhere else.</p>
    </SettingPanel>
  )
}

function ChangePassword({ email, close }: { email: string; close: Close }) {
  const queryClient = useQueryClient()
  const form = useSiteForm({
    send: async values => {
      await callSite('change_password', {
        body: {
          current_password: values('current_password'),
          new_password: values('new_password'),
        },
      })
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      close('Password changed. You’re signed out everywhere else.')
    },
  })
  return (
    <SettingForm form={form} submitLabel="Change password">
      <UsernameHint email={email} />
      <PasswordField
        ref={focusOnMount}
        label="Current password"
        name="current_password"
        error={form.errorOf('current_password')}
      />
      <PasswordField
        isNew
        label="New password"
        name="new_password"
        error={form.errorOf('new_password')}
      />
    </SettingForm>
  )
}

/** Sets a first password through a reset link, for accounts created with GitHub or Google. */
function FirstPassword({ email }: { email: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => callSite('request_reset', { body: { email } }),
  })
  return (
    <Panel
      title="Password"
      description="You sign in with a connected account and have no password yet. Set one to change your email, turn on two-factor authentication or close your account."
      className="print:hidden"
    >
      <div className="space-y-4">
        {isSuccess ? (
          <>
            <Notice tone="good">
              We sent a link to {email}. Setting a password signs you out everywhere, including
              here.
            </Notice>
            <OutboxHint />
          </>
        ) : (
          <Button onClick={() => mutate()} busy={isPending}>
            Send password link
          </Button>
        )}
        <ErrorNotice error={error} />
      </div>
    </Panel>
  )
}
