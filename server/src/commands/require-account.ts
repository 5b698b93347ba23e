import type { Database } from '@footnote/platform/database/connect'
import { type Account, findAccount } from '../accounts/find-account.ts'
import { CommandError } from './command-error.ts'

export async function requireAccount(database: Database, email: string): Promise<Account> {
  const account = await findAccount(database, { email })
  if (!account) {
    throw new CommandError(`no account has the e-mail ${email}; "footnote account list" shows all`)
  }
  return account
}
