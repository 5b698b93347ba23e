import { limits } from '@footnote/contract/limits'
import { noRules } from '@footnote/contract/request-rules'
import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import { type SiteOperation, siteOperations } from '@footnote/contract/site/operations'
import {
  type Audience,
  ROLES,
  type Role,
  runName,
  type SiteOperationName,
} from '@footnote/contract/site/paths'
import { TOOLS } from '@footnote/contract/tools'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../api-error.ts'
import { recentHistory } from '../../figures/recent-status.ts'
import type { Member } from '../../sign-in/sign-in.ts'
import { currentStatus } from '../current-status.ts'
import { readJson } from '../read-json.ts'
import { createValidateBody, type ValidateBody } from '../validate-body.ts'
import { toHeaders } from './read-request.ts'
import { accountRoutes, passkeyRoutes, sessionRoutes, twoFactorRoutes } from './routes/account.ts'
import { connectionRoutes } from './routes/connections.ts'
import { deviceRoutes } from './routes/devices.ts'
import { keyRoutes } from './routes/keys.ts'
import { operatorRoutes } from './routes/operator.ts'
import { operatorActionRoutes } from './routes/operator-actions.ts'
import { shareRoutes } from './routes/shares.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { teamRoutes } from './routes/team.ts'
import { createToolRoutes } from './routes/tools.ts'
import { paymentRoutes, usageRoutes, walletRoutes } from './routes/wallet.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import type { SiteCall, SiteDependencies, SiteRoute, SiteRoutes } from './site-route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the website's operations; undefined for a visitor. */
    member: Member | undefined
  }
}

const routes = {
  ...signInRoutes,
  ...accountRoutes,
  ...sessionRoutes,
  ...twoFactorRoutes,
  ...teamRoutes,
  ...passkeyRoutes,
  ...keyRoutes,
  ...connectionRoutes,
  ...deviceRoutes,
  ...webhookRoutes,
  ...walletRoutes,
  ...paymentRoutes,
  ...usageRoutes,
  ...shareRoutes,
  ...operatorRoutes,
  ...operatorActionRoutes,
}

/** Adds the operations behind the website's pages, from the contract's table. */
export function addSite(app: FastifyInstance, deps: SiteDependencies): void {
  app.decorateRequest('member')
  const all: SiteRoutes = {
    ...routes,
    ...createToolRoutes(),
    status: ({ api }, { query }) => currentStatus(api, query),
    status_history: ({ api }) => recentHistory(api.database, {}),
  }
  for (const name of Object.keys(siteOperations) as SiteOperationName[]) {
    const startsCall = name === 'try_answer' || TOOLS.some(tool => runName(tool) === name)
    addOperation(app, deps, { operation: siteOperations[name], route: all[name], startsCall })
  }
}

function addOperation(
  app: FastifyInstance,
  deps: SiteDependencies,
  // The table's type checks that each route fits its operation; here they are all alike.
  {
    operation,
    route,
    startsCall,
  }: { operation: SiteOperation; route: unknown; startsCall: boolean },
): void {
  const { method, path, audience, query } = operation
  const run = route as SiteRoute<'session'>
  const checkBody = checkOf(operation)
  const checkQuery = query && checkOf({ body: query })
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: operation.bodyBytes ?? (operation.rules ? limits.bodyBytes : siteLimits.bodyBytes),
    // A shutdown waits for running calls, and their results still reach their pages.
    config: { answersWhileClosing: operation === siteOperations.follow_call, startsCall },
    // Checks in the API's order: the sender before the body is read, its size before its type.
    onRequest: async (request, reply) => {
      reply.header('cross-origin-resource-policy', 'same-origin')
      if (method === 'POST') requireOwnOrigin(deps, request)
      request.member = await deps.signIn.findMember(toHeaders(request))
      if (audience !== 'visitor' && !request.member) throw new ApiError('SIGNED_OUT')
      if (audience === 'operator') requireOperator(deps, request)
      else requireRole(audience, request)
      request.headers = { 'content-type': 'application/octet-stream' }
    },
    handler: async (request, reply) => {
      const content = checkBody?.(readJson(request))
      checkQuery?.(request.query)
      const { params, member } = request
      const call = { body: content, query: request.query, params, member, request, reply }
      return run(deps, call as SiteCall<'session'>)
    },
  })
}

/**
 * Bodies that the API takes too are checked in the same way; the website's own forms name the field
 * that is too long.
 */
function checkOf({
  body: schema,
  rules,
  defaults,
}: Pick<SiteOperation, 'body' | 'rules' | 'defaults'>): ValidateBody | undefined {
  if (!schema) return undefined
  if (rules) return createValidateBody({ schema, rules, ...(defaults && { defaults }) })
  return createValidateBody(
    { schema, rules: noRules },
    { formats: siteFormats, tooLong: 'INVALID_REQUEST' },
  )
}

/**
 * Checks the role of a member, and that their page shows the account that the session works for: they may have
 * switched in another tab, or have been removed.
 */
function requireRole(audience: Audience, { member, headers }: FastifyRequest): void {
  const least = ROLES.indexOf(audience as Role)
  if (!member || least === -1) return
  const shown = headers['footnote-account']
  if (shown !== undefined && shown !== member.accountId) throw new ApiError('ACCOUNT_CHANGED')
  if (ROLES.indexOf(member.role) < least) throw new ApiError('ROLE_TOO_LOW')
}

/** Hides the admin area from everybody else. */
function requireOperator(
  { operatorsNeedTwoFactor }: SiteDependencies,
  { member }: FastifyRequest,
): void {
  if (!member?.isOperator) throw new ApiError('NOT_FOUND')
  if (operatorsNeedTwoFactor && !member.hasTwoFactor) throw new ApiError('TWO_FACTOR_NEEDED')
}

/** Checks the origin, which browsers send with every POST and other sites cannot forge. */
function requireOwnOrigin({ isOwnOrigin }: SiteDependencies, { headers }: FastifyRequest): void {
  const { origin } = headers
  if (origin === undefined || !isOwnOrigin(origin)) throw new ApiError('FOREIGN_ORIGIN')
}
