import { randomUUIDv7 } from 'node:crypto'
import type { Command } from 'commander'
import { COMMAND_LINE, setOperator } from '../admin/actions.ts'
import { listOperators } from '../admin/find-accounts.ts'
import { CommandError } from './command-error.ts'
import { printFields, printJson, printTable } from './print.ts'
import { readReason, requireAccount } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  readonly reason: string
  readonly json?: boolean
}

/** The only way to grant the admin area; the website has none. */
export function addOperatorCommands(program: Command): void {
  const operator = program
    .command('operator')
    .description('Access to the admin area of the website')

  operator
    .command('grant <email>')
    .description('Give the owner of an account access to the admin area')
    .requiredOption('--reason <text>', 'Reason, stored with the action')
    .option('--json', 'Print JSON')
    .action((email: string, options: Options) => change(email, options, { isOperator: true }))

  operator
    .command('withdraw <email>')
    .description('Remove access to the admin area, effective from the next request')
    .requiredOption('--reason <text>', 'Reason, stored with the action')
    .option('--json', 'Print JSON')
    .action((email: string, options: Options) => change(email, options, { isOperator: false }))

  operator
    .command('list')
    .description('List accounts with access to the admin area')
    .option('--json', 'Print JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async database => {
        const operators = (await listOperators(database)).map(({ account_id, email, state }) => ({
          account_id,
          email,
          state,
        }))
        const empty =
          'No operators yet. Add one with "footnote operator grant EMAIL --reason TEXT".'
        if (json) printJson({ operators })
        else printTable(operators, empty)
      }),
    )
}

async function change(
  email: string,
  { reason: text, json }: Options,
  { isOperator }: { isOperator: boolean },
): Promise<void> {
  await withDatabase(async database => {
    const reason = readReason(text)
    const account = await requireAccount(database, email)
    const { account_id: accountId, email: owner, is_claimed } = account
    if (isOperator && !is_claimed) {
      throw new CommandError(
        `${owner} has not signed up yet, so nothing was changed. Ask them to sign up first.`,
      )
    }
    const action = { actionId: randomUUIDv7(), operator: COMMAND_LINE, reason }
    const outcome = await setOperator(database, action, { accountId, isOperator })
    if (outcome !== 'done') {
      throw new CommandError(
        `${owner} is ${isOperator ? 'already' : 'not'} an operator; nothing was changed`,
      )
    }
    const fields = { account_id: accountId, email: owner, operator: isOperator }
    if (json) printJson(fields)
    else printFields(fields)
  })
}
