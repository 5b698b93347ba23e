/** The metadata that a client may register. Anything else, such as addresses to fetch, is left out. */
const FIELDS = [
  'client_name',
  'client_uri',
  'redirect_uris',
  'token_endpoint_auth_method',
  'grant_types',
  'response_types',
  'application_type',
] as const

/**
 * Apps that are sent back to by a scheme of their own which is not a reversed domain name, so that better-auth refuses it.
 * Another program may claim such a scheme, but PKCE makes the code useless to it.
 */
const APP_SCHEMES = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']
/** Registered in place of addresses of apps until these are written. */
const PLACEHOLDER = 'http://127.0.0.1/'

export interface Registration {
  /** Passed on to better-auth, which checks each value. */
  readonly metadata: object
  /** All redirect addresses, if some belong to an app and have to be written after registration. */
  readonly redirectUris: readonly string[] | undefined
}

export function readRegistration(body: unknown): Registration {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const fields = FIELDS.filter(name => given[name] !== undefined).map(name => [name, given[name]])
  const uris = given['redirect_uris']
  const metadata = { application_type: typeOf(uris), ...Object.fromEntries(fields) }
  if (!Array.isArray(uris) || !uris.some(isAppAddress)) return { metadata, redirectUris: undefined }
  const others = uris.filter(uri => !isAppAddress(uri))
  return {
    metadata: { ...metadata, redirect_uris: others.length > 0 ? others : [PLACEHOLDER] },
    redirectUris: uris,
  }
}

function isAppAddress(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.includes('#')) return false
  const url = URL.parse(uri)
  return (
    url !== null && APP_SCHEMES.includes(url.protocol) && url.host !== '' && url.username === ''
  )
}

/** Many clients on their user's machine do not say so, but their addresses do. */
function typeOf(redirectUris: unknown): 'web' | 'native' {
  const isWeb =
    Array.isArray(redirectUris) &&
    redirectUris.every(uri => typeof uri === 'string' && uri.startsWith('https://'))
  return isWeb ? 'web' : 'native'
}
