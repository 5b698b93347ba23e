import { limits } from '@footnote/contract/limits'
import type { SitePart } from '@footnote/contract/site/operations'
import { pages } from '@footnote/contract/site/pages'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { sessionQuery } from '../../api/queries.ts'
import { AcceptTermsField, TermsNote } from '../../ui/accept-terms.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { formatUsd } from '../../ui/money.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { ConfirmEmailStep } from './confirm-email-step.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

type SignUp = SitePart<'sign_up', 'body'>

export function SignUpPage() {
  const [signedUp, setSignedUp] = useState<SignUp>()
  if (!signedUp) return <SignUpForm onSignedUp={setSignedUp} />
  return (
    <ConfirmEmailStep
      credentials={{ email: signedUp.email, password: signedUp.password }}
      description="Enter the 6-digit code we sent to"
      aftermath="If this address already has an account, the message says so and contains no code."
      resend={() => callSite('sign_up', { body: signedUp })}
      onBack={() => setSignedUp(undefined)}
    />
  )
}

function SignUpForm({ onSignedUp }: { onSignedUp: (signUp: SignUp) => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { providers, seller, welcome_units } = session.service
  const form = useSiteForm({
    send: async values => {
      const body = {
        email: values('email'),
        password: values('password'),
        ...(seller && { accept_terms: values('accept_terms') === 'yes' }),
      }
      await callSite('sign_up', { body })
      onSignedUp(body)
    },
  })
  return (
    <>
      <PageTitle
        title="Create your account"
        description={`Free to sign up, no card needed. ${
          welcome_units > 0
            ? `You start with ${formatUsd(welcome_units)} of credit. Then you`
            : 'You'
        } pay per call from a prepaid wallet, starting at $${limits.minimumRechargeUsd}.`}
      />
      <form {...form.props} className="space-y-4">
        <EmailField
          autoComplete="username"
          hint="We’ll send you a code to confirm it."
          error={form.errorOf('email')}
        />
        <PasswordField isNew error={form.errorOf('password')} />
        {seller && <AcceptTermsField seller={seller} error={form.errorOf('accept_terms')} />}
        <ErrorNotice error={form.error} />
        <Button type="submit" look="primary" busy={form.isBusy} className="w-full">
          Create account
        </Button>
      </form>
      <p className="mt-5 text-sm text-quiet">
        Already have an account?{' '}
        <TextLink to={pages.signIn} search={true}>
          Sign in
        </TextLink>
      </p>
      <ProviderButtons providers={providers}>
        {seller && <TermsNote seller={seller} />}
      </ProviderButtons>
    </>
  )
}
