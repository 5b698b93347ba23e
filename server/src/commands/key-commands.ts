import { randomUUIDv7 } from 'node:crypto'
import { usdText } from '@footnote/contract/usd-text'
import type { Command } from 'commander'
import { COMMAND_LINE, revokeKey } from '../admin/actions.ts'
import { type KeyLimits, NO_LIMITS, readKeyLimits, setKeyLimits } from '../keys/key-limits.ts'
import { createKey, findActiveKey, listKeys } from '../keys/keys.ts'
import { CommandError } from './command-error.ts'
import { addLimitOptions, type LimitOptions, readLimitOptions } from './limit-options.ts'
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

  addLimitOptions(
    key
      .command('create <email>')
      .description('Create a key and show it once')
      .requiredOption('--name <name>', 'Name of the key'),
  )
    .option('--json', 'Print JSON')
    .action((email: string, { name, json, ...options }: NamedOptions & LimitOptions) =>
      withDatabase(async database => {
        if (name.trim() === '' || name.length > LONGEST_NAME) {
          throw new CommandError(`--name must have 1 to ${LONGEST_NAME} characters`)
        }
        const limits = readLimitOptions(options, NO_LIMITS)
        const { account_id } = await requireAccount(database, email)
        const created = await createKey(database, { accountId: account_id, name, limits })
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
          fingerprint: entry.fingerprint,
          ...limitFields(entry.limits),
          spent_today_usd: entry.spent && usdText(entry.spent.dayUnits),
          spent_month_usd: entry.spent && usdText(entry.spent.monthUnits),
          created_at: entry.created_at.toISOString(),
          last_used_at: entry.last_used_at?.toISOString() ?? null,
          revoked_at: entry.revoked_at?.toISOString() ?? null,
        }))
        if (json) printJson({ account_id, keys })
        else printTable(keys, 'No keys yet. Create one with "footnote key create".')
      }),
    )

  addLimitOptions(
    key
      .command('limit <email>')
      .description('Change the limits of a key; limits that you leave out stay')
      .requiredOption('--name <name>', 'Name of the key'),
  )
    .option('--json', 'Print JSON')
    .action((email: string, { name, json, ...options }: NamedOptions & LimitOptions) =>
      withDatabase(async database => {
        const { account_id: accountId } = await requireAccount(database, email)
        const keyId = await findActiveKey(database, { accountId, name })
        if (!keyId) throw new CommandError(`${email} has no active key named "${name}"`)
        const limits = readLimitOptions(options, await readKeyLimits(database, keyId))
        await setKeyLimits(database, { accountId, keyId, limits })
        const fields = { account_id: accountId, key_id: keyId, name, ...limitFields(limits) }
        if (json) printJson(fields)
        else printFields(fields)
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

function limitFields(limits: KeyLimits) {
  return {
    daily_cap_usd: limits.dayCapUnits && usdText(limits.dayCapUnits),
    monthly_cap_usd: limits.monthCapUnits && usdText(limits.monthCapUnits),
    tools: limits.tools?.join(',') ?? null,
    calls_per_minute: limits.callsPerMinute,
    expires_at: limits.expiresAt?.toISOString() ?? null,
  }
}
