import { pages } from '@footnote/contract/site/pages'
import { callSite } from '../../api/call-site.ts'
import { hasCode } from '../../api/site-error.ts'
import { VisitorShell } from '../../shell/visitor-shell.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { leaveFor } from './arrival-message.ts'
import { useSearchValueOnce } from './use-search-value-once.ts'

export function ResetPasswordPage() {
  const token = useSearchValueOnce('token')
  return (
    <VisitorShell>
      {token ? <ResetForm token={token} /> : <NewLink reason="This link is incomplete." />}
    </VisitorShell>
  )
}

function ResetForm({ token }: { token: string }) {
  const form = useSiteForm({
    send: async values => {
      await callSite('reset_password', { body: { token, password: values('password') } })
      leaveFor('password_set')
    },
  })
  if (hasCode(form.error, 'LINK_EXPIRED'))
    return <NewLink reason="This link was already used or has expired." />
  return (
    <>
      <PageTitle title="Set a new password" description="This signs you out on all devices." />
      <form {...form.props} className="space-y-4">
        <PasswordField
          ref={focusOnMount}
          isNew
          label="New password"
          error={form.errorOf('password')}
        />
        <ErrorNotice error={form.error} />
        <Button type="submit" look="primary" busy={form.isBusy} className="w-full">
          Set password
        </Button>
      </form>
    </>
  )
}

function NewLink({ reason }: { reason: string }) {
  return (
    <div ref={focusOnMount} tabIndex={-1} className="outline-none">
      <PageTitle
        title="This link doesn’t work"
        description={`${reason} Your password hasn’t changed. Request a new link.`}
      />
      <ButtonLink to={pages.forgotPassword} look="primary" className="w-full">
        Request new link
      </ButtonLink>
    </div>
  )
}
