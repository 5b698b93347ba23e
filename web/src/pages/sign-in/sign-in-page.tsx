import type { SitePart } from '@footnote/contract/site/operations'
import { pages } from '@footnote/contract/site/pages'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { sessionQuery } from '../../api/queries.ts'
import { hasCode } from '../../api/site-error.ts'
import { TermsNote } from '../../ui/accept-terms.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { arrivalMessage } from './arrival-message.ts'
import { ConfirmEmailStep } from './confirm-email-step.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { useEnter } from './use-enter.ts'
import { useSearchValueOnce } from './use-search-value-once.ts'

type Credentials = SitePart<'sign_in', 'body'>

export function SignInPage() {
  const [unconfirmed, setUnconfirmed] = useState<Credentials>()
  if (!unconfirmed) return <SignInForm onUnconfirmed={setUnconfirmed} />
  return (
    <ConfirmEmailStep
      credentials={unconfirmed}
      description="You haven’t confirmed your email yet. Enter the 6-digit code we just sent to"
      resend={async () => {
        await signIn(unconfirmed)
      }}
      onBack={() => setUnconfirmed(undefined)}
    />
  )
}

/** Signs in; returns undefined, and the server sends a code, if the email is not confirmed yet. */
async function signIn(credentials: Credentials) {
  return callSite('sign_in', { body: credentials }).catch((error: unknown) => {
    if (hasCode(error, 'EMAIL_NOT_CONFIRMED')) return undefined
    throw error
  })
}

function SignInForm({ onUnconfirmed }: { onUnconfirmed: (credentials: Credentials) => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { providers, seller } = session.service
  const enter = useEnter()
  const form = useSiteForm({
    send: async values => {
      const credentials = { email: values('email'), password: values('password') }
      const reply = await signIn(credentials)
      if (reply) await enter(reply)
      else onUnconfirmed(credentials)
    },
  })
  return (
    <>
      <PageTitle
        title="Sign in"
        description={
          <>
            New here?{' '}
            <TextLink to={pages.signUp} search={true}>
              Create an account
            </TextLink>
          </>
        }
      />
      <ArrivalNotice />
      <form {...form.props} className="space-y-4">
        <EmailField autoComplete="username webauthn" error={form.errorOf('email')} />
        <PasswordField error={form.errorOf('password')} />
        <ErrorNotice error={form.error} />
        <Button type="submit" look="primary" busy={form.isBusy} className="w-full">
          Sign in
        </Button>
      </form>
      <PasskeyButton />
      <p className="mt-5 text-sm">
        <TextLink to={pages.forgotPassword} search={true}>
          Forgot password?
        </TextLink>
      </p>
      {/* At the end, because the prerendered page doesn't know them. */}
      <ProviderButtons providers={providers}>
        {seller && <TermsNote seller={seller} />}
      </ProviderButtons>
    </>
  )
}

/** Explains why the reader landed on the sign-in page, if the URL says so. */
function ArrivalNotice() {
  const error = useSearchValueOnce('error')
  const arrival = useSearchValueOnce('arrival')
  const message = arrivalMessage({ error, arrival })
  if (!message) return null
  return (
    <Notice tone={message.tone} className="mb-5">
      {message.text}
    </Notice>
  )
}
