import type { SitePart, siteOperations } from '@footnote/contract/site/operations'
import type { SiteOperationName } from '@footnote/contract/site/paths'
import type { SessionResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RunAudit } from '../../admin/run-audit.ts'
import type { Connections } from '../../connections/create-connections.ts'
import type { Payments } from '../../payments/payments.ts'
import type { Member, SignIn } from '../../sign-in/sign-in.ts'
import type { Team } from '../../team/create-team.ts'
import type { Webhooks } from '../../webhooks/create-webhooks.ts'
import type { AppDependencies } from '../route.ts'

/** A request to an operation of the website, checked against the contract. */
export interface SiteCall<Name extends SiteOperationName> {
  readonly body: SitePart<Name, 'body'>
  readonly query: SitePart<Name, 'query'>
  readonly params: Readonly<Record<string, string>>
  readonly member: (typeof siteOperations)[Name]['audience'] extends 'visitor'
    ? Member | undefined
    : Member
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type SiteRoute<Name extends SiteOperationName> = (
  deps: SiteDependencies,
  call: SiteCall<Name>,
) => Promise<
  SitePart<Name, 'response'> extends undefined ? FastifyReply : SitePart<Name, 'response'>
>

export type SiteRoutes = { readonly [Name in SiteOperationName]: SiteRoute<Name> }

/** Dependencies of the website's operations, created once at start. */
export interface SiteDependencies {
  readonly database: Database
  readonly runAudit: RunAudit
  readonly signIn: SignIn
  readonly team: Team
  readonly connections: Connections
  readonly payments: Payments
  /** Undefined if there is no seller to ask. */
  readonly requestRefund:
    | ((member: Pick<Member, 'accountId' | 'email'>) => Promise<void>)
    | undefined
  readonly webhooks: Pick<Webhooks, 'seal' | 'mayReach'>
  /** Features that this service offers. */
  readonly offer: SessionResponse['service']
  /** Questions of visitors without an account; 0 for none. */
  readonly visitorAnswersPerHour: number
  readonly operatorsNeedTwoFactor: boolean
  /** Undefined if the embedded engine answers. */
  readonly upstreamHost: string | undefined
  readonly engine: { readonly health: { readonly isRunning: boolean; readonly restarts: number } }
  /** Whether an origin is the website's own. */
  readonly isOwnOrigin: (origin: string) => boolean
  /** The API's own dependencies, for calls from a page. */
  readonly api: AppDependencies
}
