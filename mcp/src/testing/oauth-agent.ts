import {
  type Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { createClient } from './connect-client.ts'

export interface OAuthAgent {
  /** Discovers the server, registers, and returns the address that the user is sent to. */
  begin(): Promise<URL>
  /** Exchanges the code of the address that the user came back to, and connects. */
  finish(callback: URL): Promise<Client>
  readonly tokens: StoredOAuthTokens | undefined
  readonly clientId: string | undefined
  readonly verifier: string
}

export const REDIRECT_URL = 'http://127.0.0.1:33418/callback'

/** An agent that signs in as the official client does. */
export function createOAuthAgent(url: string, { isModern = false } = {}): OAuthAgent {
  let asked: URL | undefined
  let information: StoredOAuthClientInformation | undefined
  let tokens: StoredOAuthTokens | undefined
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  const authProvider: OAuthClientProvider = {
    redirectUrl: REDIRECT_URL,
    clientMetadata: {
      client_name: 'Test agent',
      redirect_uris: [REDIRECT_URL],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'the state',
    clientInformation: () => information,
    saveClientInformation: saved => {
      information = saved
    },
    tokens: () => tokens,
    saveTokens: saved => {
      tokens = saved
    },
    redirectToAuthorization: target => {
      asked = target
    },
    saveCodeVerifier: saved => {
      verifier = saved
    },
    codeVerifier: () => verifier,
    discoveryState: () => discovery,
    saveDiscoveryState: saved => {
      discovery = saved
    },
    invalidateCredentials: () => {},
  }
  const open = () => new StreamableHTTPClientTransport(new URL('/mcp', url), { authProvider })
  let transport = open()
  return {
    get tokens() {
      return tokens
    },
    get clientId() {
      return information?.client_id
    },
    get verifier() {
      return verifier
    },
    async begin() {
      await createClient({ isModern })
        .connect(transport)
        .catch((error: unknown) => {
          if (!(error instanceof UnauthorizedError)) throw error
        })
      if (!asked) throw new Error('the client was not asked to sign in')
      return asked
    },
    async finish(callback) {
      await transport.finishAuth(callback.searchParams)
      transport = open()
      const client = createClient({ isModern })
      await client.connect(transport)
      return client
    },
  }
}
