import { pages } from '@footnote/contract/site/pages'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/queries.ts'
import { AccountMenu } from '../../shell/account-menu.tsx'
import { DocsLink } from '../../shell/docs-link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { BillingPanel } from './billing-panel.tsx'
import { CloseAccountPanel } from './close-account-panel.tsx'
import { EmailPanel } from './email-panel.tsx'
import { LegalPanel } from './legal-panel.tsx'
import { MailPanel } from './mail-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProvidersPanel } from './providers-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { ThemePanel } from './theme-panel.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

export function SettingsPage() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { account, service } = session
  // Just signed out; the router is about to leave this page.
  if (!account) return null
  const isOwner = account.role === 'owner'
  return (
    <>
      <div className="print:hidden">
        <PageTitle
          title="Settings"
          description="Manage how you sign in, your billing details, mail and the theme."
        />
        {/* On wide screens the sidebar has these. */}
        <div className="mb-5 flex items-center justify-between gap-4 lg:hidden">
          <AccountMenu />
          <TextLink to={pages.team}>Team</TextLink>
          <DocsLink
            href="/docs"
            className="min-h-6 self-end text-sm text-quiet underline-offset-2 hover:text-ink hover:underline"
          >
            Docs
          </DocsLink>
        </div>
      </div>
      <div className="space-y-5">
        <EmailPanel account={account} />
        <PasswordPanel account={account} />
        <TwoFactorPanel account={account} />
        <PasskeysPanel account={account} />
        <ProvidersPanel offered={service.providers} connected={account.providers} />
        {isOwner && <BillingPanel />}
        {isOwner && <MailPanel />}
        <SessionsPanel />
        <ThemePanel />
        {service.seller && (
          <LegalPanel seller={service.seller} acceptedAt={account.terms_accepted_at} />
        )}
        {isOwner && <CloseAccountPanel account={account} />}
      </div>
    </>
  )
}
