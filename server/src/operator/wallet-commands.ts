import { randomUUIDv7 } from 'node:crypto'
import { MAX_UNITS, parseUsd, toUsd, toWireUnits } from '@footnote/contract/units'
import { usdText } from '@footnote/contract/usd-text'
import type { Command } from 'commander'
import { creditWallet } from '../wallet/credit-wallet.ts'
import { OperatorError } from './operator-error.ts'
import { printFields, printJson } from './print.ts'
import { requireAccount } from './require-account.ts'
import { withDatabase } from './with-database.ts'

const LONGEST_REASON = 500
const OUT_OF_RANGE = '23514'

interface CreditOptions {
  readonly reason: string
  readonly reference?: string
  readonly json?: boolean
}

export function addWalletCommands(program: Command): void {
  program
    .command('wallet')
    .description('Money of an account')
    .command('credit <email> <usd>')
    .description('Add a credit to a wallet')
    .requiredOption('--reason <text>', 'Why; it stays with the movement')
    .option('--reference <text>', 'What it came by; the same one never credits twice')
    .option('--json', 'Print JSON')
    .action((email: string, usd: string, options: CreditOptions) =>
      withDatabase(async database => {
        const reason = options.reason.trim()
        const units = parseUsd(usd)
        if (units === undefined) {
          throw new OperatorError(
            `USD must be a positive decimal with up to 7 places, such as 10.50, and at most ${usdText(MAX_UNITS)}`,
          )
        }
        if (reason === '' || reason.length > LONGEST_REASON) {
          throw new OperatorError(`--reason must have 1 to ${LONGEST_REASON} characters`)
        }
        const { account_id } = await requireAccount(database, email)
        const reference = `operator:${options.reference?.trim() || randomUUIDv7()}`
        const credit = { accountId: account_id, units, reason, reference }
        const balance = await creditWallet(database, credit).catch(refuseTooMuch)
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

function refuseTooMuch(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === OUT_OF_RANGE) {
    throw new OperatorError('the wallet cannot hold that much; credit less')
  }
  throw error
}
