import { FetchError } from './fetch-error.ts'
import { parsePageUrl } from './parse-page-url.ts'

const MOST_REDIRECTS = 5

/** What came back from one address: what was asked for, or where to ask instead. */
export type Hop<T> = { readonly found: T } | { readonly location: string }

export interface Trail<T> {
  readonly found: T
  /** Every address that was asked, the one where it was found last. */
  readonly urls: readonly string[]
}

/** Goes from address to address until something is found. */
export async function followRedirects<T>(
  start: URL,
  visit: (url: URL) => Promise<Hop<T>>,
): Promise<Trail<T>> {
  const urls: string[] = []
  let url = start
  while (urls.length <= MOST_REDIRECTS) {
    if (urls.includes(url.href)) throw new FetchError('too-many-redirects', 'redirects in a circle')
    urls.push(url.href)
    const hop = await visit(url)
    if ('found' in hop) return { found: hop.found, urls }
    url = parsePageUrl(hop.location, url)
  }
  throw new FetchError('too-many-redirects', `redirects more than ${MOST_REDIRECTS} times`)
}
