import { CallerError } from '../errors/caller-error.ts'
import type { Environment } from '../output/terminal/terminal.ts'
import { type Credentials, readCredentials } from './credentials.ts'

/** The address of a service that was started with `npm start`. */
export const DEFAULT_ADDRESS = 'http://127.0.0.1:8787'

/** A host without a scheme. Other than localhost it needs a dot, which no API key has. */
const HOST_ALONE = /^(localhost|\[::1\]|[\w-]+(\.[\w-]+)+)(:\d+)?(\/|$)/i
const IS_LOCAL = /^(localhost|127\.|\[::1\])/i

/**
 * Finds the key and the address to send it to. Key and address of the environment each take precedence
 * over the stored ones, but a stored key is sent only to the address it was stored with.
 */
export async function findAccess(env: Environment): Promise<Credentials> {
  const key = env['FOOTNOTE_API_KEY']?.trim()
  const address = addressFromEnvironment(env)
  // Skips the file if it is not needed, so that a damaged one does no harm.
  if (key && address) return { key, address }
  const stored = await readCredentials(env)
  if (key) return { key, address: stored?.address ?? DEFAULT_ADDRESS }
  if (!stored) {
    throw new CallerError(
      'NO_API_KEY',
      'not logged in; run footnote login, or set FOOTNOTE_API_KEY',
    )
  }
  if (address !== undefined && address !== stored.address) {
    throw new CallerError(
      'NO_API_KEY',
      `the stored key is for ${stored.address}, so it is not sent to ${address}; run footnote login, or set FOOTNOTE_API_KEY`,
    )
  }
  return stored
}

export function addressFromEnvironment(env: Environment): string | undefined {
  const given = env['FOOTNOTE_BASE_URL']
  return given ? toAddress(given, 'FOOTNOTE_BASE_URL') : undefined
}

/** Normalizes an address, so that two spellings of one address are equal. */
export function toAddress(text: string, name: string): string {
  let url: URL
  try {
    url = new URL(withScheme(text.trim()))
  } catch {
    throw invalidAddress(name)
  }
  const { protocol, username, password, search, hash, origin, pathname } = url
  const isPlain = [username, password, search, hash].every(part => part === '')
  if (!isPlain || !['http:', 'https:'].includes(protocol)) throw invalidAddress(name)
  return `${origin}${pathname}`.replace(/(\/api\/v1)?\/*$/, '')
}

/** Assumes HTTPS for any other machine, so that a key never travels unencrypted unless you say so. */
function withScheme(text: string): string {
  if (!HOST_ALONE.test(text)) return text
  return `${IS_LOCAL.test(text) ? 'http' : 'https'}://${text}`
}

/** Leaves the value out of the message: it may be a key that was pasted in the wrong place. */
function invalidAddress(name: string): CallerError {
  return new CallerError(
    'USAGE',
    `${name} must be an http or https URL without user, query or fragment, such as ${DEFAULT_ADDRESS}`,
  )
}
