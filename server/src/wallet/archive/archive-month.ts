import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { inSnapshot } from '../audit/audit-connection.ts'
import { auditNew } from '../audit/audit-new.ts'
import { listMonths } from '../audit/list-months.ts'
import { proveMonth } from '../audit/prove-month.ts'
import { ArchiveRefused } from './archive-refused.ts'
import { exportMonth, type Manifest } from './export-month.ts'
import type { StoredMonth } from './find-months.ts'

const TRIES = 60
const BETWEEN_TRIES_MS = 500
/** PostgreSQL's code for a lock that was not free in time. */
const NOT_FREE = ['55P03', '40P01']
const ROWS_AT_ONCE = 10_000

/**
 * Moves a month's charges, movements and tasks to files. The files are whole and on disk before anything
 * is removed, and the month goes in one transaction; what a crash leaves is done by the next try.
 */
export async function archiveMonth(
  client: pg.ClientBase,
  month: StoredMonth,
  { to, isDryRun = false }: { to: string; isDryRun?: boolean },
): Promise<Manifest | undefined> {
  await requireArchivable(client, month)
  const lastId = await bringSumsTo(client, month)
  const manifest = await inSnapshot(client, {}, async () => {
    await requireProof(client, month)
    return isDryRun ? undefined : exportMonth(client, month, { to })
  })
  if (!manifest) return undefined
  await remove(client, month, { manifest, lastId })
  await removeRemains(client, month)
  return manifest
}

async function requireArchivable(client: pg.ClientBase, month: StoredMonth): Promise<void> {
  if (!month.isOver) {
    throw new ArchiveRefused(`${month.month} can be archived a month after its end`)
  }
  await requireSettled(client, month)
  const { rows } = await client.query<{ is_tested: boolean }>(
    `select exists (
       select from payment where is_test and credited_units > 0
         and exists (select from charge_${month.month} where account_id = payment.account_id)
     ) as is_tested`,
  )
  if (rows[0]?.is_tested) {
    // How much of it is left is computed from all movements of the account.
    throw new ArchiveRefused(`${month.month} has calls of an account that got test credit`)
  }
}

async function requireSettled(
  client: pg.ClientBase,
  { month, firstId, endId }: StoredMonth,
): Promise<void> {
  const { rowCount } = await client.query(
    'select from open_charge where charge_id >= $1 and charge_id < $2 limit 1',
    [firstId, endId],
  )
  if (rowCount !== 0) throw new ArchiveRefused(`${month} has charges that are not settled`)
}

/** Adds all of the month's movements to the audit's sums, which remain; gives the last one's id. */
async function bringSumsTo(client: pg.ClientBase, { month }: StoredMonth): Promise<string> {
  // The first takes note of what is there, the next ones add it when no older transaction is open.
  for (let attempt = 0; ; attempt += 1) {
    const [violation] = await auditNew(client)
    if (violation)
      throw new ArchiveRefused(`the audit found: ${Object.values(violation).join(': ')}`)
    const { rows } = await client.query<{ last_id: string; is_in_sums: boolean }>(
      `select last.id as last_id, last.id <= audit_mark.until_id as is_in_sums
       from audit_mark, (select coalesce(max(id), 0) as id from movement_${month}) as last`,
    )
    const [row] = rows
    if (row?.is_in_sums) return row.last_id
    if (attempt === TRIES) {
      throw new ArchiveRefused('an older transaction is still open: try again after its end')
    }
    if (attempt > 0) await delay(BETWEEN_TRIES_MS)
  }
}

async function requireProof(client: pg.ClientBase, { month }: StoredMonth): Promise<void> {
  const stored = (await listMonths(client)).find(one => one.month === month)
  if (!stored) throw new ArchiveRefused(`${month} is not in the database`)
  const [violation] = await proveMonth(client, stored)
  if (violation) throw new ArchiveRefused(`${month}: ${Object.values(violation).join(': ')}`)
}

async function remove(
  client: pg.ClientBase,
  month: StoredMonth,
  archived: { manifest: Manifest; lastId: string },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin')
      await removeNow(client, month, archived)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const isBusy = error instanceof Error && 'code' in error && NOT_FREE.includes(`${error.code}`)
      if (!isBusy || attempt === TRIES) throw error
      await delay(BETWEEN_TRIES_MS)
    }
  }
}

/** Every debit waits while this waits or works, so that it gives up soon and does little. */
async function removeNow(
  client: pg.ClientBase,
  month: StoredMonth,
  { manifest, lastId }: { manifest: Manifest; lastId: string },
): Promise<void> {
  await client.query(`
    set local lock_timeout = '500ms';
    set local enable_seqscan = off;
    lock table audit_mark in access exclusive mode;
    lock table only charge, only movement in access exclusive mode;
    lock table charge_${month.month}, movement_${month.month} in access exclusive mode`)
  await requireSettled(client, month)
  const { rowCount } = await client.query(
    `select from movement_${month.month} where id > $1 limit 1`,
    [lastId],
  )
  if (rowCount !== 0) throw new ArchiveRefused(`${month.month} has changed meanwhile: try again`)
  const [charges, movements, tasks] = manifest.files.map(({ rows }) => rows)
  await client.query(
    `insert into book_month (month, archived_at, first_id, end_id, charges, movements, tasks)
     values ($1, now(), $2, $3, $4, $5, $6)
     on conflict (month) do update set archived_at = excluded.archived_at,
       first_id = excluded.first_id, end_id = excluded.end_id, charges = excluded.charges,
       movements = excluded.movements, tasks = excluded.tasks`,
    [month.month, month.firstId, month.endId, charges, movements, tasks],
  )
  await client.query(`drop table charge_${month.month}, movement_${month.month}`)
}

/** Tasks and chosen ids of archived charges. No request finds them any more, so that this may take its time. */
export async function removeRemains(
  client: pg.ClientBase,
  { firstId, endId }: Pick<StoredMonth, 'firstId' | 'endId'>,
): Promise<void> {
  for (const [table, key] of [
    ['task', 'id'],
    ['request_name', 'charge_id'],
  ] as const) {
    let removed: number
    do {
      const { rowCount } = await client.query(
        `delete from ${table} where ${key} in (
           select ${key} from ${table} as remains
           where ${key} >= $1 and ${key} < $2
             and not exists (select from charge where charge.id = remains.${key})
           limit $3
         ) and ${key} >= $1 and ${key} < $2`,
        [firstId, endId, ROWS_AT_ONCE],
      )
      removed = rowCount ?? 0
    } while (removed > 0)
  }
}
