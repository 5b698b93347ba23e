import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Connection, connectAlone } from './connect.ts'
import type { Log } from './embedded/log.ts'
import { type Migration, readMigration } from './read-migration.ts'

/**
 * Not the number that releases up to November 2026 wait for: they wait with an open snapshot, for
 * which an index that is built concurrently would wait in turn.
 */
const LOCK_ID = 7_046_302
/** A wait for a table's exclusive lock stops everybody else who wants the table, debits included. */
const LOCK_TIMEOUT_MS = 1_000
const SHORTEST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 15_000
const POLL_MS = 250
const INDEX_NAME = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/i

const LOCK_UNAVAILABLE = '55P03'
const DEADLOCK = '40P01'
const NO_SUCH_TABLE = '42P01'

/** Sets nothing beyond the transaction: behind a pooler, the next one has another connection. */
const BEGIN = `
  begin isolation level read committed;
  set local lock_timeout = ${LOCK_TIMEOUT_MS};
  set local statement_timeout = 0;
  set local transaction_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/**
 * Releases up to November 2026 read the first table alone, and refuse a database with a name there
 * that they do not know. Migrations that such a release can run on are in the second table alone.
 */
const CREATE_TABLES = `
  create table if not exists migration (
    name text primary key,
    applied_at timestamptz not null default now()
  );
  create table if not exists schema_change (
    name text primary key,
    kind text not null check (kind in ('expand', 'contract')),
    needs text,
    applied_at timestamptz not null default clock_timestamp()
  )`

/** The names of applied migrations, each with the kind and the needs that its file gave. */
type Applied = Map<string, Pick<Migration, 'kind' | 'needs'>>

/**
 * Applies the numbered SQL files of a folder that the database does not have yet. One instance at a
 * time applies a file, and the others wait. A file that does not get its locks at once gives way to
 * everybody else and is tried again. A database of a newer version is refused only if it has a
 * migration that breaks this version.
 */
export async function migrate(
  connection: Connection,
  { folder, log = { info() {}, warn() {} } }: { folder: URL | string; log?: Log },
): Promise<void> {
  const migrations = await readMigrations(folder)
  const client = await connectAlone(connection)
  try {
    const applied = await readApplied(client)
    if (applied) requireCompatible(applied, { migrations, log })
    if (applied && !findNext(applied, migrations)) return
    let isWaiting = false
    let pauseMs = SHORTEST_PAUSE_MS
    for (;;) {
      const outcome = await applyNext(client, { migrations, connection })
      if (outcome === 'busy') {
        if (!isWaiting) log.warn('waiting for the migration of another instance')
        isWaiting = true
        await delay(POLL_MS)
        continue
      }
      if (isWaiting) log.info('the migration of the other instance is done')
      isWaiting = false
      if (outcome === 'done') return
      if (outcome === 'applied') {
        pauseMs = SHORTEST_PAUSE_MS
        continue
      }
      log.warn(`migration ${outcome.lacksLock} waits for a lock; next try in ${pauseMs} ms`)
      await delay(pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  } finally {
    await client.end()
  }
}

async function readMigrations(folder: URL | string): Promise<Migration[]> {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder
  const files = (await readdir(path)).filter(name => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return await Promise.all(files.map(name => readMigration(join(path, name))))
}

/** Undefined when the tables are not there. */
async function readApplied(client: pg.Client): Promise<Applied | undefined> {
  try {
    const { rows } = await client.query<{ name: string } & Pick<Migration, 'kind' | 'needs'>>(
      'select name, kind, needs from migration full join schema_change using (name)',
    )
    return new Map(rows.map(({ name, ...marks }) => [name, marks]))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_SUCH_TABLE) return undefined
    throw error
  }
}

/** Throws if a newer version has applied a migration that this version cannot run on. */
function requireCompatible(
  applied: Applied,
  { migrations, log }: { migrations: readonly Migration[]; log: Log },
): void {
  const known = new Set(migrations.map(({ name }) => name))
  const newer = [...applied].filter(([name]) => !known.has(name))
  const breaking = newer.filter(
    ([, { kind, needs }]) =>
      kind !== 'expand' && !(kind === 'contract' && needs && known.has(needs)),
  )
  if (breaking.length > 0) {
    throw new Error(
      `the database was made by a newer Footnote (${namesOf(breaking)}): start that version`,
    )
  }
  if (newer.length > 0) {
    log.info(
      `the database has migrations of a newer Footnote, which this version can run on (${namesOf(newer)})`,
    )
  }
}

function namesOf(entries: readonly (readonly [string, unknown])[]): string {
  return entries.map(([name]) => name).join(', ')
}

function findNext(applied: Applied, migrations: readonly Migration[]): Migration | undefined {
  return migrations.find(({ name }) => !applied.has(name))
}

/**
 * Applies the next file in a transaction that locks out all other instances. A file that must run
 * outside of a transaction runs on another connection meanwhile.
 */
async function applyNext(
  client: pg.Client,
  { migrations, connection }: { migrations: readonly Migration[]; connection: Connection },
): Promise<'busy' | 'applied' | 'done' | { lacksLock: string }> {
  let next: Migration | undefined
  try {
    await client.query(BEGIN)
    if (!(await tryLock(client))) {
      await client.query('rollback')
      return 'busy'
    }
    await client.query(CREATE_TABLES)
    next = findNext((await readApplied(client)) ?? new Map(), migrations)
    if (next) {
      if (next.inTransaction) await client.query(next.sql)
      else await buildApart(connection, next)
      await record(client, next)
    }
    await client.query('commit')
    return next ? 'applied' : 'done'
  } catch (error) {
    // On a broken connection there is nothing left to roll back.
    await client.query('rollback').catch(() => {})
    if (!next) throw error
    if (isLockFault(error)) return { lacksLock: next.name }
    throw new Error(`migration ${next.name} failed`, { cause: error })
  }
}

/** Asks instead of waiting: an index that is built concurrently would wait for whoever waits here. */
async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    'select pg_try_advisory_xact_lock($1) as "isOurs"',
    [LOCK_ID],
  )
  return rows[0]?.isOurs === true
}

async function buildApart(connection: Connection, { sql }: Migration): Promise<void> {
  const client = await connectAlone(connection)
  try {
    await buildIndexes(client, sql)
  } finally {
    await client.end()
  }
}

async function record(client: pg.Client, { name, kind, needs }: Migration): Promise<void> {
  if (kind !== 'expand') await client.query('insert into migration (name) values ($1)', [name])
  if (kind === undefined) return
  await client.query('insert into schema_change (name, kind, needs) values ($1, $2, $3)', [
    name,
    kind,
    needs,
  ])
}

function isLockFault(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && [LOCK_UNAVAILABLE, DEADLOCK].includes(error.code ?? '')
  )
}

/**
 * Runs the statements of a file one by one, outside a transaction; safe to repeat. Drops and rebuilds an
 * index that a failed build left invalid. Each statement ends at the end of a line.
 */
async function buildIndexes(client: pg.Client, sql: string): Promise<void> {
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map(statement => statement.trim())
  for (const statement of statements.filter(Boolean)) {
    const [, index] = INDEX_NAME.exec(statement) ?? []
    if (index !== undefined && (await isInvalid(client, index))) {
      await client.query(`drop index concurrently if exists ${index}`)
    }
    await client.query(statement)
  }
}

async function isInvalid(client: pg.Client, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  return rowCount === 1
}
