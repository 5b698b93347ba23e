import type { SitePart } from '@footnote/contract/site/operations'
import { callSite } from '../../api/call-site.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { TEXT_LINK } from '../../ui/text-link.tsx'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { useEnter } from './use-enter.ts'

/**
 * Proves the address with the code that was sent there, and the account with the password again: who
 * signed up with a stranger's address cannot make the stranger confirm it for them.
 */
export function ConfirmEmailStep({
  credentials,
  description,
  aftermath,
  resend,
  onBack,
}: {
  credentials: SitePart<'sign_in', 'body'>
  /** What happened, up to the address. */
  description: string
  aftermath?: string
  resend: () => Promise<unknown>
  onBack: () => void
}) {
  const enter = useEnter()
  return (
    <>
      <PageTitle
        title="Check your e-mail"
        description={
          <>
            {description} <strong className="font-medium text-ink">{credentials.email}</strong>.
            Enter the six digits that it holds.
          </>
        }
      />
      <MailedCodeForm
        submitLabel="Confirm"
        resend={resend}
        send={async code =>
          enter(await callSite('confirm_email', { body: { ...credentials, code } }))
        }
      />
      {aftermath !== undefined && <p className="mt-6 text-sm text-quiet">{aftermath}</p>}
      <p className="mt-6 text-sm">
        <button type="button" onClick={onBack} className={TEXT_LINK}>
          Use another address
        </button>
      </p>
    </>
  )
}
