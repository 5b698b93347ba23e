import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import type { Database } from '@footnote/platform/database/connect'
import { type Account, findAccount } from '../accounts/accounts.ts'
import { CommandError } from './command-error.ts'

const LONGEST = siteLimits.reasonCharacters

/** Reads `--reason`, which is stored and shown with the action. */
export function readReason(text: string): string {
  const reason = text.trim()
  if (reason === '' || reason.length > LONGEST) {
    throw new CommandError(`--reason must have 1 to ${LONGEST} characters`)
  }
  if (!siteFormats.reason.check(reason)) throw new CommandError('--reason must be one line')
  return reason
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
