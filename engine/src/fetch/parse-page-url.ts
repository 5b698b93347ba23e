import { FetchError } from './fetch-error.ts'

const MOST_CHARACTERS = 2_048
const SCHEMES = ['http:', 'https:']
const MOST_SCHEME_CHARACTERS = 20

/** The address of a page without its fragment; a redirect's is taken relative to where it stood. */
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
