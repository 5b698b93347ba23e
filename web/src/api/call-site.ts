import type { SitePart } from '@footnote/contract/site/operations'
import { type SiteOperationName, sitePaths } from '@footnote/contract/site/paths'
import { SiteError } from './site-error.ts'

interface CallOptions<Name extends SiteOperationName> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: SitePart<Name, 'query'>
  readonly body?: SitePart<Name, 'body'>
  readonly signal?: AbortSignal
}

const UNREACHABLE = 'Footnote cannot be reached; check your connection and try again.'

/** Asks the server for one of the contract's operations. The session's cookie goes along by itself. */
export async function callSite<Name extends SiteOperationName>(
  name: Name,
  { params = {}, query, body, signal }: CallOptions<Name> = {},
): Promise<SitePart<Name, 'response'>> {
  const { method, path } = sitePaths[name]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  )
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const response = await fetch(`${filled}${search}`, {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new SiteError('UNREACHABLE', UNREACHABLE)
  })
  const content = await response.json().catch(() => undefined)
  if (response.ok && content !== undefined) return content
  if (typeof content?.code !== 'string') throw new SiteError('UNREACHABLE', UNREACHABLE)
  throw new SiteError(content.code, content.message, { problems: content.errors })
}
