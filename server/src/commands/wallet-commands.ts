import { randomUUIDv7 } from 'node:crypto'
import { MAX_UNITS, parseUsd, toUsd, toWireUnits } from '@footnote/contract/units'
import { usdText } from '@footnote/contract/usd-text'
import type { Command } from 'commander'
import { adjustWallet, COMMAND_LINE, type Outcome } from '../admin/actions.ts'
import { readWallet } from '../wallet/read-wallet.ts'
import { CommandError } from './command-error.ts'
import { printFields, printJson } from './print.ts'
import { readReason, requireAccount } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

interface CreditOptions {
  readonly reason: string
  readonly reference?: string
  readonly json?: boolean
}

export function addWalletCommands(program: Command): void {
  program
    .command('wallet')
    .description('Wallet of an account')
    .command('credit <email> <usd>')
    .description('Credit a wallet')
    .requiredOption('--reason <text>', 'Reason, stored with the transaction')
    .option('--reference <text>', 'External reference; each one is credited once')
    .option('--json', 'Print JSON')
    .action((email: string, usd: string, options: CreditOptions) =>
      withDatabase(async database => {
        const units = parseUsd(usd)
        if (units === undefined) {
          throw new CommandError(
            `USD must be a positive number with up to 7 decimals, such as 10.50, and at most ${usdText(MAX_UNITS)}`,
          )
        }
        const reason = readReason(options.reason)
        const { account_id } = await requireAccount(database, email)
        const reference = `operator:${options.reference?.trim() || randomUUIDv7()}`
        const action = { actionId: randomUUIDv7(), operator: COMMAND_LINE, reason }
        requireDone(
          await adjustWallet(database, action, { accountId: account_id, units, reference }),
        )
        const { balanceUnits: balance } = await readWallet(database, account_id)
        const fields = {
          account_id,
          credited_usd: toUsd(units),
          balance_usd: toUsd(balance),
          balance_units: toWireUnits(balance),
        }
        if (options.json) printJson(fields)
        else {
          const [credited_usd, balance_usd] = [usdText(units), usdText(balance)]
          printFields({ ...fields, credited_usd, balance_usd })
        }
      }),
    )
}

function requireDone(outcome: Outcome): void {
  if (outcome === 'done') return
  throw new CommandError(
    outcome === 'too_much'
      ? 'the balance would exceed the maximum, so nothing was credited; credit a smaller amount'
      : 'the account is closed, so nothing was credited',
  )
}
