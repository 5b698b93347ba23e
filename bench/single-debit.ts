import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '@footnote/platform/database/connect'
import type { EmbeddedConnection } from '@footnote/platform/database/embedded/connection'
import { COST_UNITS } from './payers.ts'

export interface SingleDebitOrder {
  readonly connection: EmbeddedConnection
  readonly databaseUrl: string
  readonly first: number
  readonly last: number
  readonly clients: number
  readonly durationMs: number
}

const run = promisify(execFile)

/** The work of one debit in one statement, durable by itself: check, deduct, charge (with its open row), movement. */
const statement = (payer: string) => `
with payer as (
  update wallet set balance_units = wallet.balance_units - ${COST_UNITS}
  from account, api_key
  where wallet.account_id = ('00000000-0000-4000-8000-' || lpad(to_hex(${payer}::integer), 12, '0'))::uuid
    and account.id = wallet.account_id and account.state = 'active'
    and api_key.account_id = wallet.account_id and api_key.revoked_at is null
    and wallet.balance_units >= ${COST_UNITS}
  returning wallet.account_id, wallet.balance_units, api_key.id as key_id
), charged as (
  insert into charge (id, account_id, key_id, tool, cost_units, instance_id, created_at, deadline_at)
  select uuidv7(), account_id, key_id, 'answer', ${COST_UNITS}, key_id, clock_timestamp(),
    clock_timestamp() + interval '1 hour'
  from payer
  returning id, account_id, instance_id, cost_units, created_at, deadline_at
), opened as (
  insert into open_charge (charge_id, account_id, instance_id, cost_units, created_at, deadline_at)
  select id, account_id, instance_id, cost_units, created_at, deadline_at from charged
)
insert into movement (account_id, source, target, units, balance_units, charge_id, created_at)
select account_id, 'wallet', 'held', ${COST_UNITS}, payer.balance_units, charged.id,
  clock_timestamp()
from payer join charged using (account_id)`

export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
}

export async function runPgbench(order: SingleDebitOrder): Promise<number> {
  const { connection, first, last, clients, durationMs } = order
  const folder = await mkdtemp(join(tmpdir(), 'footnote-bench-'))
  try {
    const script = join(folder, 'debit.sql')
    const oneLine = statement(':payer').replaceAll('\n', ' ').trim()
    await writeFile(script, `\\set payer random(${first}, ${last})\n${oneLine};\n`)
    const seconds = String(Math.max(Math.round(durationMs / 1_000), 1))
    const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', seconds]
    const { host, port, user, database, password } = connection
    const where = ['-h', host, '-p', String(port), '-U', user, database]
    const { stdout } = await run('pgbench', [...options, '-f', script, ...where], {
      env: { ...process.env, PGPASSWORD: password },
    }).catch(({ stderr }: { stderr: string }) => {
      throw new Error(`pgbench failed: ${stderr.slice(0, 500)}`)
    })
    const perSecond = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    if (perSecond === undefined || !/failed transactions: 0 /.test(stdout)) {
      throw new Error(`pgbench says: ${stdout}`)
    }
    return Number(perSecond)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** For machines without pgbench: the same statement from connections of ours. */
export async function runLoop(order: SingleDebitOrder): Promise<number> {
  const { first, last, clients, durationMs } = order
  const database = connect(order.databaseUrl, { poolSize: clients })
  const endAt = performance.now() + durationMs
  let done = 0
  async function work(): Promise<void> {
    while (performance.now() < endAt) {
      const payer = first + Math.floor(Math.random() * (last - first + 1))
      await database.query({ name: 'debit', text: statement('$1'), values: [payer] })
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  await database.end()
  return (done * 1_000) / durationMs
}
