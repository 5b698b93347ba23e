import { CallerError } from '../errors/caller-error.ts'
import type { Environment } from '../output/terminal/terminal.ts'
import { DEFAULT_ADDRESS, toAddress } from './address.ts'
import type { Credentials } from './credentials-file.ts'
import { readCredentials } from './read-credentials.ts'

/**
 * Which key goes to which address. The environment wins over what login stored, key and address each
 * alone; but a stored key goes nowhere else than to the address that it was stored with.
 */
export async function findAccess(env: Environment): Promise<Credentials> {
  const key = env['FOOTNOTE_API_KEY']?.trim()
  const address = givenAddress(env)
  // A file that is not needed cannot be in the way.
  if (key && address) return { key, address }
  const stored = await readCredentials(env)
  if (key) return { key, address: stored?.address ?? DEFAULT_ADDRESS }
  if (!stored) {
    throw new CallerError(
      'NO_API_KEY',
      'there is no API key; run footnote login, or set FOOTNOTE_API_KEY',
    )
  }
  if (address !== undefined && address !== stored.address) {
    throw new CallerError(
      'NO_API_KEY',
      `the stored key is for ${stored.address} and is not sent to ${address}; log in there with footnote login, or set FOOTNOTE_API_KEY`,
    )
  }
  return stored
}

export function givenAddress(env: Environment): string | undefined {
  const given = env['FOOTNOTE_BASE_URL']
  return given ? toAddress(given, 'FOOTNOTE_BASE_URL') : undefined
}
