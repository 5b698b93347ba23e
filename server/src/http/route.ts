import type { Seller } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import type { Observation } from '@footnote/platform/observation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PaidCall } from '../calls/paid.ts'
import type { CallDependencies } from '../calls/paid-call.ts'
import type { ReadCallDependencies } from '../calls/read-call.ts'
import type { TimeLimits } from '../config.ts'
import type { Authenticator, Caller } from '../keys/authenticator.ts'
import type { CancelTaskDependencies } from '../tasks/cancel-task.ts'
import type { TaskDependencies } from '../tasks/retrieve-task.ts'
import type { SubmitDependencies } from '../tasks/submit-task.ts'
import type { WatchDependencies } from '../tasks/watch-task.ts'
import type { Webhooks } from '../webhooks/create-webhooks.ts'
import type { Packages } from './keep-packages.ts'
import type { ConnectionLimits } from './limit-connections.ts'
import type { McpResource } from './oauth/mcp-resource.ts'
import type { ShedCall } from './shed-calls.ts'

/** Dependencies of all routes, created once at start. */
export interface AppDependencies {
  readonly database: Database
  readonly authenticator: Authenticator
  readonly calls: CallDependencies & ReadCallDependencies
  readonly submissions: SubmitDependencies
  readonly tasks: TaskDependencies & WatchDependencies & Pick<CancelTaskDependencies, 'upstreams'>
  readonly timeLimits: TimeLimits
  /** The longest report that an MCP tool returns whole. */
  readonly mcpReportCharacters: number
  readonly webhooks: Pick<Webhooks, 'seal' | 'mayReach'>
  /** Public URL of the service, for the documents. */
  readonly baseUrl: string
  /** The sources that the service covers, one sentence each, for the documents. */
  readonly sources: readonly string[]
  /** Packages that npm can install from the service. */
  readonly packages: Packages
  /** Undefined if the API is served alone. */
  readonly website:
    | {
        addTo(app: FastifyInstance, deps: AppDependencies): void
        /** Undefined if there is no OAuth. */
        readonly mcpResource?: McpResource
        /** The seller of the service, if the operator has set one. */
        readonly seller?: Seller | undefined
      }
    | undefined
  /** Addresses or networks of trusted proxies, whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** Undefined if no call is refused for overload. */
  readonly shedCall?: ShedCall | undefined
  /** How many connections the server accepts, in all and from one address. */
  readonly connections: Pick<ConnectionLimits, 'most' | 'mostPerAddress'>
  /** Called when an address looks like a proxy that is not among the trusted ones. */
  readonly reportUnnamedProxy?: () => void
  /** Aborts when the service accepts nothing new. */
  readonly closing: AbortSignal
  /** False until the start is complete, and while other processes may take this one for dead. */
  readonly isReady: () => boolean
  /** Rejects if the database does not reply in time. */
  readonly ping: () => Promise<void>
  readonly reportFault: (error: unknown) => void
  readonly observation: Observation
}

/** A paid call with its caller and its ids, before its price is known. */
export interface RouteCall
  extends Pick<PaidCall, 'requestId' | 'chargeId' | 'accountId' | 'keyId'> {
  /** True if a structured result comes with its evidence. */
  readonly includesEvidence?: boolean
}

/** A free route with the key that called it. */
export type KeyRoute = (
  deps: AppDependencies,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<object>

/** A free route with an account, for pages too. */
export type FreeRoute = (
  deps: AppDependencies,
  caller: Pick<Caller, 'accountId'>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<object>
