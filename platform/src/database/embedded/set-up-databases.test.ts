import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, it } from 'vitest'
import { type EmbeddedConnection, readConnection } from './connection.ts'
import { roles } from './roles.ts'
import { createSandbox, query } from './testing/database-sandbox.ts'

const sandbox = createSandbox()
afterAll(sandbox.clear)

const superuserOf = (dataDir: string) =>
  readConnection({ path: dataDir }, { home: dataDir, role: 'superuser' })
const OTHERS = ['service', 'engine'] as const

/** Recreates a data folder of earlier versions, in which the superuser owned everything. */
async function makeOld(dataDir: string, sql: string): Promise<void> {
  const { stop } = await sandbox.start(dataDir)
  const superuser = await superuserOf(dataDir)
  for (const role of OTHERS) {
    const { user, database, passwordFile } = roles[role]
    await query(superuser, `DROP DATABASE ${database}`)
    await query(superuser, `DROP ROLE ${user}`)
    await query(superuser, `CREATE DATABASE ${database}`)
    await query({ ...superuser, database }, sql)
    await rm(join(dataDir, passwordFile))
  }
  await query(superuser, 'GRANT CONNECT ON DATABASE postgres, template1 TO PUBLIC')
  await stop()
}

const isRefused = (connection: EmbeddedConnection) =>
  query(connection, 'SELECT 1').then(
    () => 'connected',
    (error: { code?: string }) => error.code,
  )

it.concurrent('gives the service and the engine separate roles, each confined to its own database', async ({
  expect,
}) => {
  const dataDir = await sandbox.makeDataDir()
  const { connection: service, engine, stop } = await sandbox.start(dataDir)
  const passwords = [service.password, engine.password, (await superuserOf(dataDir)).password]
  expect(new Set(passwords).size).toBe(3)
  for (const { passwordFile } of Object.values(roles)) {
    expect((await stat(join(dataDir, passwordFile))).mode & 0o777).toBe(0o600)
  }
  for (const [own, others] of [
    [service, [engine.database, 'postgres', 'template1']],
    [engine, [service.database, 'postgres', 'template1']],
  ] as const) {
    const rights = await query(
      own,
      `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS has_more
       FROM pg_roles WHERE rolname = current_user`,
    )
    expect(rights).toEqual([{ has_more: false }])
    for (const database of others) {
      expect([database, await isRefused({ ...own, database })]).toEqual([database, '42501'])
    }
    await expect(query(own, `SELECT pg_read_file('postgresql.conf')`)).rejects.toThrow('denied')
    await expect(query(own, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow('denied')
    await expect(query(own, 'SET ROLE footnote')).rejects.toThrow('denied')
    await query(own, 'CREATE SCHEMA graphile_worker')
  }
  const limits = await query(
    service,
    `SELECT rolconnlimit < current_setting('max_connections')::int / 3 * 2 AND rolconnlimit > 0 AS leaves_some
     FROM pg_roles WHERE rolname = '${engine.user}'`,
  )
  expect(limits).toEqual([{ leaves_some: true }])
  await stop()
})

it.concurrent('transfers what an earlier version created as the superuser, with all its contents', async ({
  expect,
}) => {
  const dataDir = await sandbox.makeDataDir()
  await makeOld(
    dataDir,
    `CREATE TYPE mood AS ENUM ('good');
     CREATE DOMAIN amount AS bigint;
     CREATE TYPE pair AS (one int, other int);
     CREATE TABLE kept (id int GENERATED ALWAYS AS IDENTITY, serial serial, mood mood, amount amount);
     INSERT INTO kept (mood) VALUES ('good');
     CREATE SEQUENCE apart;
     CREATE VIEW seen AS SELECT * FROM kept;
     CREATE FUNCTION answer(int, text) RETURNS int LANGUAGE sql AS 'SELECT 42';
     CREATE SCHEMA graphile_worker;
     CREATE TABLE graphile_worker."Odd name" (id int);
     ALTER TABLE graphile_worker."Odd name" ENABLE ROW LEVEL SECURITY;
     CREATE FUNCTION graphile_worker.work() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  )
  const { connection: service, engine, stop } = await sandbox.start(dataDir)
  for (const own of [service, engine]) {
    const left = await query(
      own,
      `SELECT relname AS name FROM pg_class WHERE relnamespace::regnamespace::text IN ('public', 'graphile_worker')
         AND relowner <> current_user::regrole
       UNION ALL SELECT typname FROM pg_type WHERE typnamespace::regnamespace::text IN ('public', 'graphile_worker')
         AND typowner <> current_user::regrole
       UNION ALL SELECT proname FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'graphile_worker')
         AND proowner <> current_user::regrole
       UNION ALL SELECT nspname FROM pg_namespace WHERE nspname = 'graphile_worker'
         AND nspowner <> current_user::regrole
       UNION ALL SELECT datname FROM pg_database WHERE datname = current_database()
         AND datdba <> current_user::regrole`,
    )
    expect(left).toEqual([])
    expect(await query(own, 'SELECT mood FROM kept')).toEqual([{ mood: 'good' }])
    await query(own, `ALTER TYPE mood ADD VALUE 'bad'`)
    await query(own, 'ALTER TABLE kept ADD COLUMN more int')
    await query(own, 'INSERT INTO graphile_worker."Odd name" VALUES (1)')
    await query(own, 'DROP SCHEMA graphile_worker CASCADE')
  }
  expect(await isRefused({ ...engine, database: service.database })).toBe('42501')
  expect(await isRefused({ ...engine, database: 'postgres' })).toBe('42501')
  await stop()
})

it.concurrent('finishes an interrupted setup, even if only a command runs', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  await makeOld(dataDir, 'CREATE TABLE kept (id int)')
  const first = await sandbox.start(dataDir)
  const superuser = await superuserOf(dataDir)
  await query(
    { ...superuser, database: first.connection.database },
    `ALTER TABLE kept OWNER TO footnote;
     ALTER DATABASE footnote OWNER TO footnote;
     GRANT CONNECT ON DATABASE footnote TO PUBLIC;
     ALTER ROLE footnote_service NOLOGIN PASSWORD NULL`,
  )
  await query(superuser, 'DROP DATABASE footnote_engine')
  await query(superuser, 'DROP ROLE footnote_engine')
  await rm(join(dataDir, roles.engine.passwordFile))
  await first.stop()

  const { connection, close } = await sandbox.open(dataDir)
  await query(connection, 'ALTER TABLE kept ADD COLUMN more int')
  const engine = await readConnection({ path: dataDir }, { home: dataDir, role: 'engine' })
  expect(await query(engine, 'SELECT current_user::text AS name')).toEqual([
    { name: 'footnote_engine' },
  ])
  expect(await isRefused({ ...engine, database: connection.database })).toBe('42501')
  await close()
})

it.concurrent('runs nothing of the engine’s as the superuser at the next start', async ({
  expect,
}) => {
  const dataDir = await sandbox.makeDataDir()
  const first = await sandbox.start(dataDir)
  for (const own of [first.connection, first.engine]) {
    await query(
      own,
      `CREATE SCHEMA evil;
       CREATE TABLE evil.seen (name text);
       CREATE FUNCTION evil.rise() RETURNS boolean LANGUAGE plpgsql AS $$
         BEGIN
           INSERT INTO evil.seen VALUES (current_user);
           EXECUTE 'ALTER ROLE ${own.user} SUPERUSER';
           RETURN true;
         END $$;
       CREATE VIEW evil.pg_roles AS SELECT * FROM pg_catalog.pg_roles WHERE evil.rise();
       CREATE VIEW evil.pg_namespace AS SELECT * FROM pg_catalog.pg_namespace WHERE evil.rise();
       GRANT ALL ON SCHEMA evil TO PUBLIC;
       GRANT ALL ON ALL TABLES IN SCHEMA evil TO PUBLIC;
       ALTER DATABASE ${own.database} SET search_path = evil, pg_catalog`,
    )
  }
  await first.stop()

  const { connection: service, engine, stop } = await sandbox.start(dataDir)
  for (const own of [service, engine]) {
    expect(await query(own, 'SELECT name FROM evil.seen')).toEqual([])
    expect(
      await query(own, 'SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user'),
    ).toEqual([{ rolsuper: false }])
  }
  await stop()
})
