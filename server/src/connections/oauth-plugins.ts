import { pages } from '@footnote/contract/site/pages'
import type { Database } from '@footnote/platform/database/connect'
import { hashKey } from '../keys/key-format.ts'
import { loadAuthSeal } from '../secrets/auth-seal.ts'
import type { SiteSecrets } from '../secrets/site-secrets.ts'
import { findGrantOfSession, isActiveGrant } from './grants.ts'

/** The only permission: to call the tools, within the limits of the grant. */
export const SCOPES = ['mcp', 'offline_access'] as const
const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400

interface Options {
  /** Seals the secrets of clients. */
  readonly secrets: SiteSecrets
  /** The addresses of `/mcp` for which tokens are valid. */
  readonly resources: readonly string[]
  readonly fetchClientMetadata: (
    input: string | URL | Request,
    init?: RequestInit,
  ) => Promise<Response>
}

/** Loads better-auth's OAuth provider, with registered clients and clients named by a metadata document. */
export async function loadOAuthPlugins(
  { database }: { database: Database },
  { secrets, resources, fetchClientMetadata }: Options,
) {
  const [{ oauthProvider, getOAuthProviderState }, { cimd }, { APIError }, seal] =
    await Promise.all([
      import('@better-auth/oauth-provider'),
      import('@better-auth/cimd'),
      import('better-call'),
      loadAuthSeal(secrets),
    ])
  const refuse = (error: string, error_description: string) =>
    new APIError('BAD_REQUEST', { error, error_description })
  const provider = oauthProvider({
    loginPage: pages.connect,
    consentPage: pages.connect,
    scopes: [...SCOPES],
    grantTypes: ['authorization_code', 'refresh_token'],
    resources: [...resources],
    enforcePerClientResources: false,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    // Opaque tokens, which a revocation ends at once.
    disableJwtPlugin: true,
    storeClientSecret: seal,
    storeTokens: { hash: async token => hashKey(token) },
    codeExpiresIn: 10 * MINUTE_SECONDS,
    accessTokenExpiresIn: 15 * MINUTE_SECONDS,
    refreshTokenExpiresIn: 30 * DAY_SECONDS,
    // A client whose reply was lost may ask again for this long.
    refreshTokenReuseInterval: 30,
    prefix: { opaqueAccessToken: 'fnat_', refreshToken: 'fnrt_' },
    postLogin: {
      page: pages.connect,
      shouldRedirect: async () => false,
      /** Binds codes and tokens to the grant. */
      async consentReferenceId({ session }) {
        const { query = '' } = (await getOAuthProviderState()) ?? {}
        const clientId = new URLSearchParams(query).get('client_id') ?? ''
        const sessionId = session.id
        const grantId = await findGrantOfSession(database, { sessionId, clientId })
        if (grantId === undefined) throw refuse('access_denied', 'The user has not granted access.')
        return grantId
      },
    },
    async customTokenResponseFields({ verificationValue: code }) {
      if (code && !(await isActiveGrant(database, code.referenceId ?? ''))) {
        throw refuse('invalid_grant', 'The user has revoked this access.')
      }
      return {}
    },
  })
  return [
    withTables(provider),
    cimd({
      fetchClientMetadataResource: fetchClientMetadata,
      metadataProfile: 'mcp-2026-07-28',
    }),
  ]
}

const TABLES: Readonly<Record<string, string>> = {
  oauthClient: 'auth_client',
  oauthResource: 'auth_resource',
  oauthClientResource: 'auth_client_resource',
  oauthConsent: 'auth_consent',
  oauthRefreshToken: 'auth_refresh_token',
  oauthAccessToken: 'auth_access_token',
  oauthClientAssertion: 'auth_client_assertion',
}

/** Names tables and columns as our migrations do. */
function withTables<Plugin extends { schema: object }>(plugin: Plugin): Plugin {
  const models = Object.entries(plugin.schema as Record<string, { fields: object }>)
  const schema = models.map(([model, { fields, ...rest }]) => {
    const columns = Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, fieldName: toColumn(name) },
    ])
    return [
      model,
      { ...rest, modelName: TABLES[model] ?? model, fields: Object.fromEntries(columns) },
    ]
  })
  return { ...plugin, schema: Object.fromEntries(schema) }
}

function toColumn(name: string): string {
  return name.replaceAll(/[A-Z]+/g, letters => `_${letters.toLowerCase()}`)
}
