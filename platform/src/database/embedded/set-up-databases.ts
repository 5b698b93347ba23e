import type pg from 'pg'
import { connectAlone } from '../connect.ts'
import { ensureDatabase } from '../ensure-database.ts'
import type { EmbeddedConnection } from './connection.ts'
import { roles } from './roles.ts'

/** Leaves 40 of the server's 100 connections to the service. */
const ENGINE_CONNECTIONS = 60

/**
 * Gives each owner its role and its database, which no other role but the superuser can connect to.
 * Every start repeats all of it, to finish an interrupted setup and to transfer databases that an
 * earlier version created as the superuser. The superuser never connects to a database of another
 * owner, who decides what names and settings mean there, so the database changes hands last.
 */
export async function setUpDatabases(
  superuser: EmbeddedConnection,
  owners: readonly EmbeddedConnection[],
): Promise<void> {
  const client = await connectAlone(superuser)
  try {
    for (const owner of owners) {
      await setUpRole(client, owner)
      await ensureDatabase(superuser, owner.database)
      const database = client.escapeIdentifier(owner.database)
      await client.query(`revoke connect, temporary on database ${database} from public`)
      if (!(await isOwn(client, owner.database))) continue
      await handOverObjects({ ...superuser, database: owner.database }, owner.user)
      await client.query(
        `alter database ${database} owner to ${client.escapeIdentifier(owner.user)}`,
      )
    }
    await client.query(
      'revoke connect, temporary on database postgres, template1, template0 from public',
    )
  } finally {
    await client.end()
  }
}

async function isOwn(client: pg.Client, database: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_database where datname = $1 and datdba = current_user::regrole',
    [database],
  )
  return rowCount === 1
}

async function setUpRole(
  client: pg.Client,
  { user, password }: Pick<EmbeddedConnection, 'user' | 'password'>,
): Promise<void> {
  const role = client.escapeIdentifier(user)
  const limit = user === roles.engine.user ? ENGINE_CONNECTIONS : -1
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [user])
  if (!rowCount) await client.query(`create role ${role}`)
  await client.query(
    `alter role ${role} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
     connection limit ${limit} password ${client.escapeLiteral(password)}`,
  )
}

/** REASSIGN OWNED fails for initdb's superuser, which also owns the system's objects. */
async function handOverObjects(superuser: EmbeddedConnection, owner: string): Promise<void> {
  const client = await connectAlone(superuser)
  try {
    const { rows } = await client.query<{ command: string }>(COMMANDS, [owner])
    // Statements in one query share a transaction.
    await client.query(rows.map(({ command }) => command).join(';\n'))
  } finally {
    await client.end()
  }
}

/** Column sequences, indexes and row types follow their table. */
const COMMANDS = `
  with system as (
    select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema'
  ),
  follower as (
    select classid, objid from pg_depend where deptype in ('e', 'a', 'i')
  ),
  me as (
    select oid from pg_roles where rolname = current_user
  )
  select format('alter schema %I owner to %I', nspname, $1::text) as command
  from pg_namespace
  where nspowner in (table me) and oid not in (table system)
  union all
  select format('alter table %s owner to %I', oid::regclass, $1)
  from pg_class
  where relowner in (table me) and relnamespace not in (table system)
    and relkind in ('r', 'p', 'S', 'v', 'm', 'f')
    and ('pg_class'::regclass, oid) not in (table follower)
  union all
  select format('alter type %s owner to %I', oid::regtype, $1)
  from pg_type
  where typowner in (table me) and typnamespace not in (table system)
    and (typtype in ('d', 'e', 'r') or typtype = 'c' and exists (
      select from pg_class where pg_class.oid = typrelid and relkind = 'c'
    ))
    and ('pg_type'::regclass, oid) not in (table follower)
  union all
  select format('alter routine %s owner to %I', oid::regprocedure, $1)
  from pg_proc
  where proowner in (table me) and pronamespace not in (table system)
    and ('pg_proc'::regclass, oid) not in (table follower)`
