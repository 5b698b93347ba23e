import type { SitePart } from '@footnote/contract/site/operations'
import { type SiteOperationName, sitePaths } from '@footnote/contract/site/paths'
import { accountHeader } from './shown-account.ts'
import { toSiteError, unreachable } from './site-error.ts'

interface CallOptions<Name extends SiteOperationName> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: SitePart<Name, 'query'>
  readonly body?: SitePart<Name, 'body'>
  readonly signal?: AbortSignal
}

/** Joins identical requests, so that a double click creates one key or one payment. */
const joinSame = createJoiner()

/** Calls one of the website's operations; the browser sends the session cookie. */
export async function callSite<Name extends SiteOperationName>(
  name: Name,
  { params = {}, query, body, signal }: CallOptions<Name> = {},
): Promise<SitePart<Name, 'response'>> {
  const { method, path } = sitePaths[name]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  )
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const url = `${filled}${search}`
  const text = body === undefined ? undefined : JSON.stringify(body)
  const send = () =>
    readReply(url, {
      method,
      ...(signal && { signal }),
      headers: {
        ...accountHeader(),
        ...(text !== undefined && { 'content-type': 'application/json' }),
      },
      ...(text !== undefined && { body: text }),
    }) as Promise<SitePart<Name, 'response'>>
  // A request that can be aborted is never shared: aborting it would end the other one too.
  return method === 'POST' && !signal ? joinSame(`${url} ${text}`, send) : send()
}

async function readReply(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw unreachable()
  })
  const content = await response.json().catch(() => undefined)
  if (response.ok && content !== undefined) return content
  throw toSiteError(content)
}

/**
 * Returns a function that runs work of the same name once at a time; later callers share its
 * outcome.
 */
export function createJoiner() {
  const underWay = new Map<string, Promise<unknown>>()
  return <Result>(name: string, start: () => Promise<Result>): Promise<Result> => {
    const same = underWay.get(name)
    if (same !== undefined) return same as Promise<Result>
    const started = start().finally(() => underWay.delete(name))
    underWay.set(name, started)
    return started
  }
}
