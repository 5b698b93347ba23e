import type { ServiceCall } from './service-caller.ts'

const HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'gzip',
  'user-agent': 'Footnote-Engine/0.1',
}

/** Builds the request for a call, below the path of the service's address. */
export function buildRequest(
  base: URL,
  { path, call, ownHeaders = {} }: RequestParts,
): {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
} {
  const { method = 'GET', body, query = {} } = call
  const headers = new Headers({ ...HEADERS, ...credentials(base) })
  if (body !== undefined) headers.set('content-type', 'application/json')
  for (const [key, value] of Object.entries({ ...ownHeaders, ...call.headers })) {
    headers.set(key, value)
  }
  const fields = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) fields.set(key, String(value))
  }
  const search = fields.size === 0 ? '' : `?${fields}`
  return {
    method,
    path: `${base.pathname.replace(/\/+$/, '')}${path}${search}`,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

interface RequestParts {
  readonly path: string
  readonly call: ServiceCall
  readonly ownHeaders?: Readonly<Record<string, string>> | undefined
}

/** Sends credentials in the address as browsers do. */
function credentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decoded(username)}:${decoded(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** A password may have a percent sign that escapes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
