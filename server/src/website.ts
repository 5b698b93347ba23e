import { pages } from '@footnote/contract/site/pages'
import { PROVIDERS, type Seller, type SessionResponse } from '@footnote/contract/site/responses'
import { toWireUnits, UNITS_PER_USD } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import type { FastifyInstance } from 'fastify'
import { welcomeAccounts } from './accounts/welcome-accounts.ts'
import type { RunAudit } from './admin/run-audit.ts'
import type { Config } from './config.ts'
import { type Connections, createConnections } from './connections/create-connections.ts'
import { createFetchClientMetadata } from './connections/fetch-client-metadata.ts'
import { loadOAuthPlugins } from './connections/oauth-plugins.ts'
import type { EmbeddedEngine } from './engine/embedded-engine.ts'
import { addAuthCallback } from './http/auth-callback.ts'
import { addDeviceLogin } from './http/oauth/add-device-login.ts'
import { addOAuth } from './http/oauth/add-oauth.ts'
import { createMcpResource, type McpResource } from './http/oauth/mcp-resource.ts'
import { addWebsite } from './http/pages/add-website.ts'
import type { AppDependencies } from './http/route.ts'
import { addSite } from './http/site-api/add-site.ts'
import { addStripeWebhook } from './http/site-api/stripe-webhook.ts'
import { operatorsNeedTwoFactor, paymentsOf } from './local-mode.ts'
import { createMailer, type MailService } from './mail/create-mailer.ts'
import { mailAlerts } from './notices/mail-alerts.ts'
import { mailStatements } from './notices/mail-statements.ts'
import { mailRecharges } from './payments/auto-recharge/mail-recharges.ts'
import { createPayments } from './payments/create-payments.ts'
import { mailReceipts } from './payments/mail-receipts.ts'
import type { Payments } from './payments/payments.ts'
import { requestRefund } from './refund-requests/request-refund.ts'
import type { SiteSecrets } from './secrets/site-secrets.ts'
import { AUTH_PATH } from './sign-in/better-auth.ts'
import { createSignIn } from './sign-in/create-sign-in.ts'
import type { SignIn } from './sign-in/sign-in.ts'
import { createSiteOrigins } from './site-origins.ts'
import { createTeam, type Team } from './team/create-team.ts'
import type { Webhooks } from './webhooks/create-webhooks.ts'

/** Welcome credit by default where recharges are test payments: ten answers. */
const TEST_WELCOME_UNITS = UNITS_PER_USD / 5n

/** Everything the service adds to the API for people who use a browser. */
export interface Website {
  readonly mailer: MailService
  readonly signIn: SignIn
  readonly team: Team
  readonly connections: Connections
  readonly mcpResource: McpResource
  readonly payments: Payments
  readonly seller: Seller | undefined
  /** Returns the URL of the wallet page, for messages. */
  walletUrl(): string
  /** Mails the receipts of new recharges, and automatic recharges that were not made. */
  mailRecharges(): Promise<void>
  /** Mails alerts about keys and sign-ins. */
  mailAlerts(): Promise<void>
  mailStatements(): Promise<void>
  /** Credits new accounts, if the operator wants that. */
  welcomeAccounts(): Promise<void>
  addTo(app: FastifyInstance, api: AppDependencies): void
}

interface WebsiteDependencies {
  readonly database: Database
  readonly secrets: SiteSecrets
  readonly runAudit: RunAudit
  readonly engine: EmbeddedEngine
  readonly webhooks: Webhooks
  /** Gets kinds and codes, never user text. */
  readonly report: (fields: object, message: string) => void
  /** Reports problems that the operator must solve, in the same way. */
  readonly alert: (fields: object, message: string) => void
  readonly reportFault: (error: unknown) => void
}

export async function createWebsite(
  {
    database,
    secrets,
    runAudit,
    engine,
    webhooks,
    report,
    alert,
    reportFault,
  }: WebsiteDependencies,
  { config, listeningAt }: { config: Config; listeningAt: () => string },
): Promise<Website> {
  const { website } = config
  const isHttps = URL.parse(config.publicUrl ?? '')?.protocol === 'https:'
  const origins = createSiteOrigins(config, { listeningAt })
  const { origin, isOwnOrigin } = origins
  const mcpResource = createMcpResource(origins)
  const { smtp, seller, github, google } = website
  const mailer = createMailer({ database, report }, { smtp, seller })
  const signIn = createSignIn(
    { database, mailer, reportFault },
    {
      ...{ secrets, origin, secureCookies: isHttps, github, google },
      termsUrl: seller?.terms_url,
      loadPlugins: () =>
        loadOAuthPlugins(
          { database },
          {
            secrets,
            resources: mcpResource.urls(),
            fetchClientMetadata: createFetchClientMetadata(),
          },
        ),
    },
  )
  const team = createTeam({ database, mailer }, { origin })
  const connections = createConnections({ database, signIn })
  const kind = paymentsOf(config)
  const payments = createPayments(
    { database, alert, reportFault },
    { kind, stripe: website.stripe, seller },
  )
  const isTest = kind === 'test'
  const welcomeUnits = website.welcomeUnits ?? (isTest ? TEST_WELCOME_UNITS : 0n)
  const offer: SessionResponse['service'] = {
    get base_url() {
      return config.publicUrl ?? origin()
    },
    providers: PROVIDERS.filter(name => website[name] !== undefined),
    payments: kind,
    mail: website.smtp ? 'smtp' : 'outbox',
    seller: seller ?? null,
    welcome_units: toWireUnits(welcomeUnits),
    answers_visitors: website.visitorAnswersPerHour > 0,
  }
  const askSeller =
    seller &&
    (({ accountId, email }: { accountId: string; email: string }) =>
      requestRefund(
        { database, mailer },
        {
          ...{ accountId, email, supportEmail: seller.support_email },
          accountUrl: `${origin()}${pages.operatorAccount.replace('$accountId', accountId)}`,
        },
      ))
  return {
    mailer,
    signIn,
    team,
    connections,
    mcpResource,
    payments,
    seller,
    walletUrl: () => `${origin()}${pages.wallet}`,
    async mailRecharges() {
      await mailReceipts(database, { origin })
      await mailRecharges(database, { origin })
    },
    mailAlerts: () => mailAlerts(database, { origin }),
    mailStatements: () => mailStatements(database, { origin }),
    welcomeAccounts: () => welcomeAccounts(database, { units: welcomeUnits, isTest }),
    addTo(app, api) {
      addSite(app, {
        ...{
          database,
          runAudit,
          signIn,
          team,
          connections,
          payments,
          requestRefund: askSeller,
          webhooks,
          offer,
          visitorAnswersPerHour: website.visitorAnswersPerHour,
          isOwnOrigin,
          api,
          engine,
        },
        operatorsNeedTwoFactor: operatorsNeedTwoFactor(config),
        // The host alone, since the URL may contain a name and a password.
        upstreamHost: config.upstream && new URL(config.upstream.url).host,
      })
      addAuthCallback(app, { signIn, origin })
      addOAuth(app, { connections, resource: mcpResource, issuer: () => `${origin()}${AUTH_PATH}` })
      addDeviceLogin(app, { database, authenticator: api.authenticator, resource: mcpResource })
      addStripeWebhook(app, payments)
      addWebsite(app, { isHttps })
    },
  }
}
