import { CallerError } from '../errors/caller-error.ts'

/** Where the service of `npm start` is, on one's own machine. */
export const DEFAULT_ADDRESS = 'http://127.0.0.1:8787'

/** A host without its scheme. It has a dot, but for this machine's: a key in the wrong place has none. */
const HOST_ALONE = /^(localhost|\[::1\]|[\w-]+(\.[\w-]+)+)(:\d+)?(\/|$)/i
const IS_HERE = /^(localhost|127\.|\[::1\])/i

/** The one spelling of an address, so that two of them can be compared. */
export function toAddress(text: string, name: string): string {
  let url: URL
  try {
    url = new URL(withScheme(text.trim()))
  } catch {
    throw noAddress(name)
  }
  const { protocol, username, password, search, hash, origin, pathname } = url
  const isPlain = [username, password, search, hash].every(part => part === '')
  if (!isPlain || !['http:', 'https:'].includes(protocol)) throw noAddress(name)
  return `${origin}${pathname}`.replace(/(\/api\/v1)?\/*$/, '')
}

/** As people say an address; what is not on this machine is never spoken to in the clear unasked. */
function withScheme(text: string): string {
  if (!HOST_ALONE.test(text)) return text
  return `${IS_HERE.test(text) ? 'http' : 'https'}://${text}`
}

/** It does not quote what was given, which may be a key in the wrong place. */
function noAddress(name: string): CallerError {
  return new CallerError(
    'USAGE',
    `${name} must be an http or https URL without user, query or fragment, such as ${DEFAULT_ADDRESS}`,
  )
}
