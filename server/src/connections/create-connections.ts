import type { DescribeConnectionResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { revokeKeyById } from '../keys/keys.ts'
import type { Member, SignIn, Visitor } from '../sign-in/sign-in.ts'
import { findClient, tidyClients, writeRedirectUris } from './clients.ts'
import { tidyDeviceLogins } from './device-logins.ts'
import { findGrant, openGrant } from './grants.ts'
import { readRegistration } from './read-registration.ts'

/** OAuth for MCP clients, and the consent of members. */
export interface Connections {
  /** Forwards a request of a client or a browser to better-auth. */
  authorize(visitor: Visitor, query: URLSearchParams): Promise<Response>
  register(visitor: Visitor, body: unknown): Promise<Response>
  /** Issues or revokes tokens. */
  exchange(endpoint: 'token' | 'revoke', request: TokenRequest): Promise<Response>
  readServerMetadata(): Promise<object>

  /** Returns the details of a request for consent, whose query better-auth has signed. */
  describe(member: Member, visitor: Visitor, query: string): Promise<DescribeConnectionResponse>
  /** Grants access and returns the address of the client to go back to. */
  accept(
    member: Member,
    visitor: Visitor,
    consent: { query: string; monthCapUnits: bigint },
  ): Promise<string>
  tidy(): Promise<void>
}

interface TokenRequest {
  readonly contentType: string | undefined
  readonly authorization: string | undefined
  readonly body: string
}

const OAUTH = '/auth/oauth2'
const METADATA = '/.well-known/oauth-authorization-server/auth'
/** A client sends no cookies, and better-auth need not know where it is. */
const NOBODY: Visitor = { cookie: undefined, userAgent: undefined, address: '' }

export function createConnections({
  database,
  signIn: { callProvider },
}: {
  database: Database
  signIn: Pick<SignIn, 'callProvider'>
}): Connections {
  /** Answers a request for consent; better-auth checks the signature of the query. */
  async function answer(visitor: Visitor, query: string, accept: boolean): Promise<URL> {
    const response = await callProvider(visitor, {
      method: 'POST',
      path: `${OAUTH}/consent`,
      contentType: 'application/json',
      body: JSON.stringify({ accept, oauth_query: query }),
    })
    const body = (await response.json().catch(() => undefined)) as { url?: unknown } | undefined
    const url = typeof body?.url === 'string' ? URL.parse(body.url) : null
    if (response.status !== 200 || !url) throw lapsed()
    return url
  }

  return {
    async authorize(visitor, query) {
      await takeAttempt(database, 'authorizeFromAddress', networkOf(visitor.address))
      return callProvider(visitor, { method: 'GET', path: `${OAUTH}/authorize?${query}` })
    },

    async register({ address }, body) {
      await takeAttempt(database, 'registerFromAddress', networkOf(address))
      await takeAttempt(database, 'registerFromAnywhere')
      const { metadata, redirectUris } = readRegistration(body)
      const response = await callProvider(NOBODY, {
        method: 'POST',
        path: `${OAUTH}/register`,
        contentType: 'application/json',
        body: JSON.stringify(metadata),
      })
      if (!redirectUris || !response.ok) return response
      const client = (await response.json()) as { client_id: string }
      await writeRedirectUris(database, client.client_id, redirectUris)
      return Response.json({ ...client, redirect_uris: redirectUris }, response)
    },

    exchange: (endpoint, request) =>
      callProvider(NOBODY, { method: 'POST', path: `${OAUTH}/${endpoint}`, ...request }),

    async readServerMetadata() {
      const response = await callProvider(NOBODY, { method: 'GET', path: METADATA })
      // Tokens are not bound to keys of clients, and no endpoint introspects them.
      const {
        dpop_signing_alg_values_supported: _1,
        introspection_endpoint: _2,
        introspection_endpoint_auth_methods_supported: _3,
        introspection_endpoint_auth_signing_alg_values_supported: _4,
        ...metadata
      } = (await response.json()) as Record<string, unknown>
      return metadata
    },

    async describe({ accountId }, visitor, query) {
      const denyUrl = await answer(visitor, query, false)
      const client = await requireClient(database, query)
      const grant = await findGrant(database, { accountId, clientId: client.id })
      return {
        client_name: client.name,
        client_host: URL.parse(client.id)?.host ?? null,
        redirect_host: denyUrl.protocol.startsWith('http') ? denyUrl.host : denyUrl.protocol,
        deny_url: String(denyUrl),
        month_cap_units: grant ? Number(grant.monthCapUnits ?? 0n) || null : null,
        is_connected: grant !== undefined,
      }
    },

    async accept({ accountId, userId }, visitor, { query, monthCapUnits }) {
      // Checks the query before anything is granted.
      await answer(visitor, query, false)
      const client = await requireClient(database, query)
      const grant = await openGrant(database, {
        accountId,
        userId,
        clientId: client.id,
        name: client.name,
        monthCapUnits,
      })
      if (grant.outcome === 'account_closed') throw new ApiError('SIGNED_OUT')
      if (grant.outcome === 'too_many') throw tooMany()
      try {
        return String(await answer(visitor, query, true))
      } catch (error) {
        if (grant.outcome === 'created')
          await revokeKeyById(database, { accountId, keyId: grant.id })
        throw error
      }
    },

    async tidy() {
      await tidyClients(database)
      await tidyDeviceLogins(database)
    },
  }
}

async function requireClient(database: Database, query: string) {
  const clientId = new URLSearchParams(query).get('client_id') ?? ''
  const client = await findClient(database, clientId)
  if (!client) throw lapsed()
  return client
}

function lapsed(): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: 'This request to connect has expired or was changed. Start again in the app.',
  })
}

function tooMany(): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: 'Your account has too many active keys and connected apps. Revoke one first.',
  })
}
