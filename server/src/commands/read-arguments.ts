import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import type { Database } from '@footnote/platform/database/connect'
import { type Account, findAccount } from '../accounts/accounts.ts'
import { CommandError } from './command-error.ts'

const LONGEST = siteLimits.reasonCharacters

/** Reads `--reason`, which is stored and shown with the action. */
export function readReason(text: string): string {
  return readLine(text, '--reason')
}

/** Reads a line of text that is stored and shown. */
export function readLine(text: string, name: string): string {
  const line = text.trim()
  if (line === '' || line.length > LONGEST) {
    throw new CommandError(`${name} must have 1 to ${LONGEST} characters`)
  }
  if (!siteFormats.reason.check(line)) throw new CommandError(`${name} must be one line`)
  return line
}

export async function requireAccount(database: Database, email: string): Promise<Account> {
  const account = await findAccount(database, { email })
  if (!account) {
    throw new CommandError(
      `no account has the email address ${email}; list all with "footnote account list"`,
    )
  }
  return account
}
