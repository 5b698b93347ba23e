import type { SitePart } from '@footnote/contract/site/operations'
import { callSite } from '../../api/call-site.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { TEXT_LINK } from '../../ui/text-link.tsx'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { useEnter } from './use-enter.ts'

/**
 * Confirms an email address with the code sent there. The password is sent again, so that the owner
 * of an address cannot be tricked into confirming a stranger's account.
 */
export function ConfirmEmailStep({
  credentials,
  description,
  aftermath,
  resend,
  onBack,
}: {
  credentials: SitePart<'sign_in', 'body'>
  /** Text before the email address. */
  description: string
  aftermath?: string
  resend: () => Promise<unknown>
  onBack: () => void
}) {
  const enter = useEnter()
  return (
    <>
      <PageTitle
        title="Check your email"
        description={
          <>
            {description} <strong className="font-medium text-ink">{credentials.email}</strong>.
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
          Use a different email
        </button>
      </p>
    </>
  )
}
