import { FetchError } from './fetcher.ts'

const MOST_REDIRECTS = 5

/** The reply of one address: the page, or the address to ask instead. */
export type Hop<T> = { readonly found: T } | { readonly location: string }

const MOST_CHARACTERS = 2_048
const SCHEMES = ['http:', 'https:']
const MOST_SCHEME_CHARACTERS = 20

/** Follows redirects until a page is found. */
export async function followRedirects<T>(
  start: URL,
  visit: (url: URL) => Promise<Hop<T>>,
): Promise<{ readonly found: T }> {
  const urls: string[] = []
  let url = start
  while (urls.length <= MOST_REDIRECTS) {
    if (urls.includes(url.href)) throw new FetchError('too-many-redirects', 'redirects in a circle')
    urls.push(url.href)
    const hop = await visit(url)
    if ('found' in hop) return hop
    url = parsePageUrl(hop.location, url)
  }
  throw new FetchError('too-many-redirects', `redirects more than ${MOST_REDIRECTS} times`)
}

/** Returns the address of a page without its fragment; that of a redirect may be relative. */
export function parsePageUrl(address: string, from?: URL): URL {
  const verb = from ? 'redirects to' : 'has'
  const url = URL.parse(address, from?.href)
  if (!url) {
    throw new FetchError('bad-address', `${verb} no valid address`)
  }
  if (!SCHEMES.includes(url.protocol)) {
    const scheme = url.protocol.slice(0, MOST_SCHEME_CHARACTERS)
    throw new FetchError('bad-address', `${verb} a ${scheme} address; http and https can be read`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchError('bad-address', `${verb} an address with a user or password in it`)
  }
  if (url.href.length > MOST_CHARACTERS) {
    throw new FetchError('bad-address', `${verb} an address of over ${MOST_CHARACTERS} characters`)
  }
  url.hash = ''
  return url
}
