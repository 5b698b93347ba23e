import { type SiteOperationName, sitePaths } from '@footnote/contract/site/paths'
import { type Reply, send } from './test-service.ts'

interface SiteRequest {
  readonly cookie?: string | undefined
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON, or unchanged if it is a string. */
  readonly body?: unknown
  /** Replaces headers that a page of the website would send; null omits one. */
  readonly headers?: Readonly<Record<string, string | null>>
}

/** Sends a request as a page of the website does. */
export async function callSite(
  url: string,
  name: SiteOperationName,
  { cookie, params = {}, query, body, headers = {} }: SiteRequest = {},
): Promise<Reply> {
  const { method, path } = sitePaths[name]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key) => encodeURIComponent(params[key] ?? key))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const all = new Headers()
  if (cookie !== undefined) all.set('cookie', cookie)
  if (method === 'POST') all.set('origin', new URL(url).origin)
  if (body !== undefined) all.set('content-type', 'application/json')
  for (const [key, value] of Object.entries(headers)) {
    if (value === null) all.delete(key)
    else all.set(key, value)
  }
  return send(url + filled + search, {
    method,
    headers: all,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
