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
import type { Account } from './account.ts'
import { SettingForm, UsernameHint } from './setting-form.tsx'
import { type Close, SettingPanel } from './setting-panel.tsx'

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
      <p className="text-sm text-quiet">A change signs out every session but this one.</p>
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
      close('The password is changed, and every other session is signed out.')
    },
  })
  return (
    <SettingForm form={form} submitLabel="Change the password">
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

/** Who came through GitHub or Google sets the first one as if it were forgotten: the address proves them. */
function FirstPassword({ email }: { email: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => callSite('request_reset', { body: { email } }),
  })
  return (
    <Panel
      title="Password"
      description="This account has none: you sign in through a connected service. With a password you can also change the address, turn on two-factor sign-in and close the account."
      className="print:hidden"
    >
      <div className="space-y-4">
        {isSuccess ? (
          <>
            <Notice tone="good">
              A link to set a password was sent to {email}. Setting it signs out every session, this
              one too.
            </Notice>
            <OutboxHint />
          </>
        ) : (
          <Button onClick={() => mutate()} busy={isPending}>
            Send me a link to set one
          </Button>
        )}
        <ErrorNotice error={error} />
      </div>
    </Panel>
  )
}
