import type { Draft } from './draft.ts'
import type { ExtractOptions } from './extract-options.ts'

const LONGEST_URL = 2000

/** The address of a document: its own where that may be believed, else where the file is. */
export function ownUrl(draft: Draft, { url, ownUrl: allowed = 'same-host' }: ExtractOptions) {
  const claimed = allowed === 'none' ? undefined : claimedUrl(draft.url, url)
  if (claimed && (allowed === 'any' || isSameHost(claimed, new URL(url)))) return claimed.href
  if (draft.recordId === undefined) return url
  const address = new URL(url)
  address.hash = encodeURIComponent(draft.recordId)
  return address.href
}

function claimedUrl(claim: string | undefined, base: string): URL | undefined {
  if (!claim || claim.length > LONGEST_URL || !URL.canParse(claim, base)) return undefined
  const claimed = new URL(claim, base)
  if (claimed.protocol !== 'https:' && claimed.protocol !== 'http:') return undefined
  if (claimed.username || claimed.password) return undefined
  // Sites that name their front page on every page would make one document of them all.
  const isFrontPage = claimed.pathname === '/' && claimed.search === ''
  return isFrontPage && !/\/(?:index\.\w+)?$/.test(new URL(base).pathname) ? undefined : claimed
}

function isSameHost(left: URL, right: URL): boolean {
  const plain = ({ host }: URL) => host.replace(/^www\./, '')
  return plain(left) === plain(right)
}
