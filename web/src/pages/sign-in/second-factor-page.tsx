import { pages } from '@footnote/contract/site/pages'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { hasCode } from '../../api/site-error.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Field } from '../../ui/field.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { TEXT_LINK, TextLink } from '../../ui/text-link.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { useEnter } from './use-enter.ts'

/** Second step after the password: a code from the authenticator app or a backup code. */
export function SecondFactorPage() {
  const [kind, setKind] = useState<'authenticator' | 'backup'>('authenticator')
  const isBackup = kind === 'backup'
  return (
    <>
      <PageTitle
        title="Two-factor authentication"
        description={
          isBackup
            ? 'Enter one of your backup codes. Each works once.'
            : 'Enter the 6-digit code from your authenticator app.'
        }
      />
      <SecondFactorForm key={kind} kind={kind} />
      <div className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">
        <button
          type="button"
          className={TEXT_LINK}
          onClick={() => setKind(isBackup ? 'authenticator' : 'backup')}
        >
          {isBackup ? 'Use your authenticator app' : 'Use a backup code'}
        </button>
        <TextLink to={pages.signIn} search={true}>
          Start over
        </TextLink>
      </div>
    </>
  )
}

/** Keeps the page to return to when the sign-in has to start over. */
function addReason(search: { next?: string }) {
  return { ...search, error: 'second_factor_over' }
}

function SecondFactorForm({ kind }: { kind: 'authenticator' | 'backup' }) {
  const router = useRouter()
  const enter = useEnter()
  const form = useSiteForm({
    send: async values => {
      const body = { code: values('code').trim(), kind }
      const reply = await callSite('second_factor', { body }).catch((error: unknown) => {
        if (hasCode(error, 'SIGNED_OUT')) return undefined
        throw error
      })
      if (reply) await enter(reply)
      else await router.navigate({ to: pages.signIn, search: addReason, replace: true })
    },
  })
  return (
    <form {...form.props} className="space-y-4">
      {kind === 'authenticator' ? (
        <CodeField label="Code" error={form.errorOf('code')} />
      ) : (
        <Field
          ref={focusOnMount}
          required
          label="Backup code"
          name="code"
          minLength={6}
          maxLength={32}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={form.errorOf('code')}
        />
      )}
      <ErrorNotice error={form.error} />
      <Button type="submit" look="primary" busy={form.isBusy} className="w-full">
        Sign in
      </Button>
    </form>
  )
}
