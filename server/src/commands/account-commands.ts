import { toUsd, toWireUnits } from '@footnote/contract/units'
import { usdText } from '@footnote/contract/usd-text'
import type { Command } from 'commander'
import { type Account, createAccount, listAccounts } from '../accounts/accounts.ts'
import { resetTwoFactor } from '../sign-in/reset-two-factor.ts'
import { listUsage } from '../wallet/list-usage.ts'
import { CommandError } from './command-error.ts'
import { printFields, printJson, printTable } from './print.ts'
import { requireAccount } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/

export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('Accounts and their wallets')

  account
    .command('create <email>')
    .description('Create an account with an empty wallet')
    .option('--json', 'Print JSON')
    .action((email: string, { json }: { json?: boolean }) =>
      withDatabase(async database => {
        if (!EMAIL.test(email)) throw new CommandError(`${email} is not an email address`)
        const id = await createAccount(database, { email })
        if (!id) throw new CommandError(`an account with the email address ${email} already exists`)
        const created = await requireAccount(database, email)
        if (json) printJson(toJson(created))
        else printFields(toFields(created))
      }),
    )

  account
    .command('show <email>')
    .description('Show an account’s balance and latest calls')
    .option('--json', 'Print JSON')
    .action((email: string, { json }: { json?: boolean }) =>
      withDatabase(async database => {
        const found = await requireAccount(database, email)
        const { calls: usage } = await listUsage(database, found.account_id)
        if (json) {
          printJson({ ...toJson(found), usage })
          return
        }
        printFields(toFields(found))
        process.stdout.write('\n')
        printTable(usage, 'No calls yet.')
      }),
    )

  account
    .command('list')
    .description('List all accounts')
    .option('--json', 'Print JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async database => {
        const accounts = await listAccounts(database)
        const empty = 'No accounts yet. Create one with "footnote account create EMAIL".'
        if (json) printJson({ accounts: accounts.map(toJson) })
        else printTable(accounts.map(toFields), empty)
      }),
    )

  account
    .command('reset-two-factor <email>')
    .description(
      'Turn off two-factor authentication for an owner who lost their app and backup codes',
    )
    .option('--json', 'Print JSON')
    .action((email: string, { json }: { json?: boolean }) =>
      withDatabase(async database => {
        const { account_id, email: owner } = await requireAccount(database, email)
        const reset = await resetTwoFactor(database, { accountId: account_id })
        if (!reset) throw new CommandError(`two-factor authentication is not on for ${owner}`)
        const { sessions } = reset
        if (json) {
          printJson({ account_id, email: owner, two_factor: false, sessions_ended: sessions })
          return
        }
        process.stdout.write(
          `Two-factor authentication is off for ${owner}. Sessions ended: ${sessions}. We sent them an email.\n`,
        )
      }),
    )
}

/** Shows people every digit, even where a JSON number has fewer. */
function toFields(account: Account) {
  return { ...toJson(account), balance_usd: usdText(account.balance_units) }
}

function toJson(account: Account) {
  return {
    account_id: account.account_id,
    email: account.email,
    state: account.state,
    balance_usd: toUsd(account.balance_units),
    balance_units: toWireUnits(account.balance_units),
    claimed: account.is_claimed,
    created_at: account.created_at.toISOString(),
  }
}
