import { randomUUIDv7 } from 'node:crypto'
import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import { migrate } from '@footnote/platform/database/migrate'
import { createEmptyTestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { expect, it, onTestFinished } from 'vitest'
import { MIGRATIONS } from '../database/migrations.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { auditDatabase } from './audit.ts'
import { openMissedCharges } from './open-missed-charges.ts'
import { sweepCharges } from './sweep-charges.ts'

const OPEN_CHARGES = '0014_open_charges_and_months.sql'
const PAUSE = 1

/** A database before 0014, and the folder of that migration, which waits for a lock before it ends. */
async function createScene() {
  const test = await createEmptyTestDatabase()
  onTestFinished(test.drop)
  const folder = await mkdtemp(join(tmpdir(), 'footnote-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of (await readdir(MIGRATIONS)).filter(file => file < OPEN_CHARGES)) {
    await copyFile(new URL(name, MIGRATIONS), join(folder, name))
  }
  await migrate(test.connection, { folder })
  const path = join(folder, OPEN_CHARGES)
  await writeFile(path, await readFile(new URL(OPEN_CHARGES, MIGRATIONS)))
  await appendFile(path, `set local lock_timeout = 0; select pg_advisory_xact_lock(${PAUSE});`)
  return { ...test, folder }
}

async function debit(connection: Connection, accountId: string): Promise<string> {
  const id = randomUUIDv7()
  await query(
    connection,
    `select * from debit_charges(array[$1]::uuid[], array[$2]::uuid[], array[null]::uuid[],
       array['answer'], array[null], array[50000], array[1], array[null]::uuid[],
       array[null]::bigint[], array[null]::integer[], array[null]::boolean[])`,
    [id, accountId],
  )
  return id
}

async function capture(connection: Connection, id: string): Promise<void> {
  await query(
    connection,
    `select * from settle_charges(array[$1]::uuid[], array['captured']::charge_state[],
       array[null], array[false])`,
    [id],
  )
}

/** Without the limits of the pool, so that it waits however long the migration takes. */
async function query(connection: Connection, text: string, values: string[]): Promise<void> {
  const client = await connectAlone(connection)
  await client.query(text, values)
  await client.end()
}

it('settles a debit and a capture that waited while the table of open charges was created', async () => {
  const { connection, database, folder } = await createScene()
  const [one, other] = [await createPayer(database, '1'), await createPayer(database, '1')]
  const earlier = await debit(connection, one.accountId)
  const pause = await holdLock(connection, `select pg_advisory_xact_lock(${PAUSE})`)
  const migrated = migrate(connection, { folder })
  await pause.somebodyWaits()
  const captured = capture(connection, earlier)
  const later = debit(connection, other.accountId)
  await waitFor('both to wait', async () => {
    const { rowCount } = await database.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event = 'relation'`,
    )
    return rowCount === 2
  })
  await pause.release()
  await Promise.all([migrated, captured])
  const ids = [earlier, await later]

  const readStates = async () => {
    const { rows } = await database.query<{ state: string; isOpen: boolean }>(
      `select state, open_charge.charge_id is not null as "isOpen"
       from unnest($1::uuid[]) with ordinality as wanted (id, place)
       join charge using (id) left join open_charge on open_charge.charge_id = charge.id
       order by place`,
      [ids],
    )
    return rows
  }
  expect(await readStates()).toEqual([
    { state: 'captured', isOpen: true },
    { state: 'held', isOpen: false },
  ])
  await openMissedCharges(database)
  while ((await sweepCharges(database)) > 0);
  expect(await readStates()).toEqual([
    { state: 'captured', isOpen: false },
    { state: 'refunded', isOpen: false },
  ])
  await migrate(connection, { folder: MIGRATIONS })
  expect(await auditDatabase(connection)).toEqual([])
})
