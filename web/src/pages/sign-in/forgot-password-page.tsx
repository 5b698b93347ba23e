import { pages } from '@footnote/contract/site/pages'
import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { OutboxHint } from './outbox-hint.tsx'

export function ForgotPasswordPage() {
  const [askedFor, setAskedFor] = useState<string>()
  return (
    <>
      {askedFor === undefined ? (
        <RequestForm onAsked={setAskedFor} />
      ) : (
        <div ref={focusOnMount} tabIndex={-1} className="outline-none">
          {/* The same for every address, so that it does not reveal who has an account. */}
          <PageTitle
            title="Check your email"
            description={
              <>
                If <strong className="font-medium text-ink">{askedFor}</strong> has an account, we
                sent it a link to set a new password. The link works once.
              </>
            }
          />
          <OutboxHint />
        </div>
      )}
      <p className="mt-6 text-sm">
        <TextLink to={pages.signIn} search={true}>
          Back to sign in
        </TextLink>
      </p>
    </>
  )
}

function RequestForm({ onAsked }: { onAsked: (email: string) => void }) {
  const form = useSiteForm({
    send: async values => {
      const email = values('email')
      await callSite('request_reset', { body: { email } })
      onAsked(email)
    },
  })
  return (
    <>
      <PageTitle
        title="Reset your password"
        description="Enter your email, and we’ll send you a link to set a new password."
      />
      <form {...form.props} className="space-y-4">
        <EmailField autoComplete="username" error={form.errorOf('email')} />
        <ErrorNotice error={form.error} />
        <Button type="submit" look="primary" busy={form.isBusy} className="w-full">
          Send link
        </Button>
      </form>
    </>
  )
}
