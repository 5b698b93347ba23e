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

/** Returns the client metadata that is passed on to better-auth, which checks each value. */
export function readRegistration(body: unknown): object {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const fields = FIELDS.filter(name => given[name] !== undefined).map(name => [name, given[name]])
  return { application_type: typeOf(given['redirect_uris']), ...Object.fromEntries(fields) }
}

/** Many clients on their user's machine do not say so, but their addresses do. */
function typeOf(redirectUris: unknown): 'web' | 'native' {
  const isWeb =
    Array.isArray(redirectUris) &&
    redirectUris.every(uri => typeof uri === 'string' && uri.startsWith('https://'))
  return isWeb ? 'web' : 'native'
}
