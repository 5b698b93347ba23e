import { randomUUIDv7 } from 'node:crypto'
import type { Command } from 'commander'
import { COMMAND_LINE, revokeKey } from '../admin/actions.ts'
import { createKey, findActiveKey, listKeys } from '../keys/keys.ts'
import { CommandError } from './command-error.ts'
import { printFields, printJson, printTable } from './print.ts'
import { readReason, requireAccount } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

interface NamedOptions {
  readonly name: string
  readonly json?: boolean
}

const LONGEST_NAME = 100

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys of an account')

  key
    .command('create <email>')
    .description('Create a key and show it once')
    .requiredOption('--name <name>', 'Name of the key')
    .option('--json', 'Print JSON')
    .action((email: string, { name, json }: NamedOptions) =>
      withDatabase(async database => {
        if (name.trim() === '' || name.length > LONGEST_NAME) {
          throw new CommandError(`--name must have 1 to ${LONGEST_NAME} characters`)
        }
        const { account_id } = await requireAccount(database, email)
        const created = await createKey(database, { accountId: account_id, name })
        if (!created) {
          throw new CommandError(`${email} has an active key named "${name}"; revoke it first`)
        }
        const fields = { account_id, key_id: created.id, name, key: created.key }
        if (json) {
          printJson(fields)
          return
        }
        printFields(fields)
        process.stdout.write('\nSave the key now. This is the only time you’ll see it.\n')
      }),
    )

  key
    .command('list <email>')
    .description('List keys, active and revoked')
    .option('--json', 'Print JSON')
    .action((email: string, { json }: { json?: boolean }) =>
      withDatabase(async database => {
        const { account_id } = await requireAccount(database, email)
        const keys = (await listKeys(database, account_id)).map(entry => ({
          key_id: entry.id,
          name: entry.name,
          created_at: entry.created_at.toISOString(),
          last_used_at: entry.last_used_at?.toISOString() ?? null,
          revoked_at: entry.revoked_at?.toISOString() ?? null,
        }))
        if (json) printJson({ account_id, keys })
        else printTable(keys, 'No keys yet. Create one with "footnote key create".')
      }),
    )

  key
    .command('revoke <email>')
    .description('Revoke a key by its name')
    .requiredOption('--name <name>', 'Name of the key')
    .option('--reason <text>', 'Reason, stored with the action', 'revoked on the command line')
    .option('--json', 'Print JSON')
    .action((email: string, { name, json, ...options }: NamedOptions & { reason: string }) =>
      withDatabase(async database => {
        const reason = readReason(options.reason)
        const { account_id } = await requireAccount(database, email)
        const keyId = await findActiveKey(database, { accountId: account_id, name })
        const action = { actionId: randomUUIDv7(), operator: COMMAND_LINE, reason }
        const outcome = keyId && (await revokeKey(database, action, { keyId }))
        if (outcome !== 'done') throw new CommandError(`${email} has no active key named "${name}"`)
        if (json) printJson({ account_id, name, revoked: true })
        else
          process.stdout.write(`Revoked "${name}". Running services reject it within a second.\n`)
      }),
    )
}
