import { text } from 'node:stream/consumers'
import { pages } from '@footnote/contract/site/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Connections } from '../../connections/create-connections.ts'
import { SCOPES } from '../../connections/oauth-plugins.ts'
import { visitorOf } from '../site-api/read-request.ts'
import type { McpResource } from './mcp-resource.ts'
import { takesForm } from './takes-form.ts'

const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource'
const SERVER_METADATA = '/.well-known/oauth-authorization-server'
const [MCP_SCOPE] = SCOPES

interface Dependencies {
  readonly connections: Connections
  readonly resource: McpResource
  /** Identifies the authorization server. */
  readonly issuer: () => string
}

/** Adds the endpoints of the OAuth server that clients and browsers may reach; all others stay closed. */
export function addOAuth(
  app: FastifyInstance,
  { connections, resource, issuer }: Dependencies,
): void {
  for (const path of [PROTECTED_RESOURCE, `${PROTECTED_RESOURCE}/mcp`]) {
    app.get(path, async request => ({
      resource: resource.urlOf(request),
      resource_name: 'Footnote',
      authorization_servers: [issuer()],
      bearer_methods_supported: ['header'],
      scopes_supported: [MCP_SCOPE],
    }))
  }
  // Clients of early revisions ask at the root.
  for (const path of [SERVER_METADATA, `${SERVER_METADATA}/auth`]) {
    app.get(path, () => connections.readServerMetadata())
  }

  app.get('/auth/oauth2/authorize', async (request, reply) => {
    const query = new URL(request.url, 'http://service.invalid').searchParams
    // Consent is asked for every time: on one machine, any program could pass for a known client.
    query.set('prompt', 'consent')
    // There is one permission, whatever a client asks for.
    query.set('scope', SCOPES.join(' '))
    if (!query.has('resource')) query.set('resource', resource.urlOf(request))
    const response = await connections.authorize(visitorOf(request), query)
    return reply.header('cache-control', 'no-store').redirect(await wayOn(response))
  })

  app.post('/auth/oauth2/register', takesForm, async (request, reply) =>
    pass(reply, await connections.register(visitorOf(request), readBody(request))),
  )
  for (const endpoint of ['token', 'revoke'] as const) {
    app.post(`/auth/oauth2/${endpoint}`, takesForm, async (request, reply) => {
      const { authorization, 'content-type': contentType } = request.raw.headers
      const body = String(request.body ?? '')
      return pass(reply, await connections.exchange(endpoint, { authorization, contentType, body }))
    })
  }
}

/** Returns where better-auth sends the browser; its errors are shown on the page for consent. */
async function wayOn(response: Response): Promise<string> {
  const location = response.headers.get('location')
  if (location?.startsWith(`${pages.connect}?`)) {
    // As one value, so that the page passes it on unchanged.
    const request = location.slice(pages.connect.length + 1)
    return `${pages.connect}?${new URLSearchParams({ request })}`
  }
  if (location !== null && !location.startsWith(`${pages.signIn}?`)) return location
  const body = (await response.json().catch(() => ({}))) as { error?: unknown }
  const named = new URLSearchParams(location?.split('?')[1] ?? '').get('error') ?? body.error
  return `${pages.connect}?${new URLSearchParams({ error: String(named ?? 'invalid_request') })}`
}

function readBody({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    // Refused with the words of the protocol, since it names no redirect address.
    return undefined
  }
}

async function pass(reply: FastifyReply, response: Response): Promise<string> {
  reply.code(response.status).header('cache-control', 'no-store')
  for (const name of ['content-type', 'www-authenticate']) {
    const value = response.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  return response.body ? text(response.body) : ''
}
