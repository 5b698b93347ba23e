import { noRules } from '@footnote/contract/request-rules'
import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import { type SiteOperation, siteOperations } from '@footnote/contract/site/operations'
import type { SiteOperationName } from '@footnote/contract/site/paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../api-error.ts'
import { readJson } from '../read-json.ts'
import { createValidateBody } from '../validate-body.ts'
import { accountRoutes } from './routes/account.ts'
import { keyRoutes } from './routes/keys.ts'
import { paymentRoutes } from './routes/payments.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { twoFactorRoutes } from './routes/two-factor.ts'
import { usageRoutes } from './routes/usage.ts'
import { walletRoutes } from './routes/wallet.ts'
import type { SiteDependencies } from './site-dependencies.ts'
import type { SiteCall, SiteRoute, SiteRoutes } from './site-route.ts'
import { toHeaders } from './to-headers.ts'

const routes: SiteRoutes = {
  ...signInRoutes,
  ...accountRoutes,
  ...sessionRoutes,
  ...twoFactorRoutes,
  ...keyRoutes,
  ...walletRoutes,
  ...paymentRoutes,
  ...usageRoutes,
}

/** The operations behind the website's pages, from the contract's table. */
export function addSite(app: FastifyInstance, deps: SiteDependencies): void {
  for (const name of Object.keys(siteOperations) as SiteOperationName[]) {
    addOperation(app, deps, { operation: siteOperations[name], route: routes[name] })
  }
}

function addOperation(
  app: FastifyInstance,
  deps: SiteDependencies,
  // Each route fits its own operation, which the table's type holds; here they are all alike.
  { operation, route }: { operation: SiteOperation; route: unknown },
): void {
  const { method, path, audience, body, query } = operation
  const run = route as SiteRoute<'session'>
  const check = (schema: typeof body) =>
    schema &&
    createValidateBody(
      { schema, rules: noRules },
      { formats: siteFormats, tooLong: 'INVALID_REQUEST' },
    )
  const checkBody = check(body)
  const checkQuery = check(query)
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: siteLimits.bodyBytes,
    onRequest: async request => {
      if (method === 'POST') requireOwnOrigin(deps, request)
    },
    handler: async (request, reply) => {
      const member = await deps.signIn.findMember(toHeaders(request))
      if (audience === 'member' && !member) throw new ApiError('SIGNED_OUT')
      const content = checkBody && readJson(request)
      checkBody?.(content)
      checkQuery?.(request.query)
      const { params } = request
      const call = { body: content, query: request.query, params, member, request, reply }
      return run(deps, call as SiteCall<'session'>)
    },
  })
}

/** Browsers send the origin with every POST, and no page of another origin can change it. */
function requireOwnOrigin({ isOwnOrigin }: SiteDependencies, { headers }: FastifyRequest): void {
  const { origin } = headers
  if (origin === undefined || !isOwnOrigin(origin)) throw new ApiError('FOREIGN_ORIGIN')
}
