import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import type pg from 'pg'
import { hasStrongRole } from '../engine/ensure-engine-database.ts'
import { check, type Finding } from './finding.ts'

const LEAST_VERSION = 180_000
const MOST_CLOCK_MS = 2_000
const MUST_BE_ON = ['fsync', 'full_page_writes']
const UNREACHABLE =
  'Check that PostgreSQL runs and that DATABASE_URL has the right host, role and password.'

/** Checks the service's database: server, durability, role, standbys and clock. */
export async function checkDatabase(connection: Connection): Promise<Finding[]> {
  let client: pg.Client | undefined
  const reached = await check('database', UNREACHABLE, async () => {
    client = await connectAlone(connection)
    return describeServer(client)
  })
  if (!client) return [reached]
  const open = client
  try {
    const advice = 'Look at the log of PostgreSQL.'
    return [
      reached,
      await check('roles', advice, () => describeRole(open)),
      await check('replication', advice, () => describeStandbys(open)),
      await check('clock', advice, () => compareClocks(open)),
    ]
  } finally {
    await open.end()
  }
}

/** Checks that a role of the engine cannot reach the wallets. */
export function checkEngineRole(
  service: Connection,
  { name, setting, url }: { name: string; setting: string; url: string },
): Promise<Finding> {
  return check(name, `Check ${setting}.`, async () => {
    if (!(await hasStrongRole(url, service))) return 'its role cannot reach the wallets'
    const note = `The role in ${setting} is a superuser or may connect to the service’s database. Revoke that, as docs/operating/database.md shows.`
    return { state: 'problem', note }
  })
}

async function describeServer(client: pg.Client): Promise<Omit<Finding, 'name'> | string> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name = any($1) or name in ('server_version', 'server_version_num', 'synchronous_commit')`,
    [MUST_BE_ON],
  )
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const version = settings.get('server_version')
  if (Number(settings.get('server_version_num')) < LEAST_VERSION) {
    return { state: 'problem', note: `PostgreSQL ${version} is too old. Upgrade to 18 or newer.` }
  }
  const off = MUST_BE_ON.filter(name => settings.get(name) !== 'on')
  if (settings.get('synchronous_commit') === 'off') off.push('synchronous_commit')
  if (off.length > 0) {
    const [are, them] = off.length > 1 ? ['are', 'them'] : ['is', 'it']
    const note = `A crash can lose money: ${off.join(' and ')} ${are} off. Turn ${them} on in postgresql.conf.`
    return { state: 'problem', note }
  }
  return `PostgreSQL ${version}, commits are durable`
}

async function describeRole(client: pg.Client): Promise<Omit<Finding, 'name'> | string> {
  const { rows } = await client.query<{ isSuper: boolean }>(
    'select rolsuper as "isSuper" from pg_roles where rolname = session_user',
  )
  if (!rows[0]?.isSuper) return 'the service’s role is not a superuser'
  const note =
    'The service’s role is a superuser, which it need not be. Give it a role of its own, as docs/operating/database.md shows.'
  return { state: 'warning', note }
}

async function describeStandbys(client: pg.Client): Promise<Omit<Finding, 'name'> | string> {
  const { rows } = await client.query<{ names: string; inSync: number; all: number }>(
    `select current_setting('synchronous_standby_names') as names,
       count(*) filter (where sync_state in ('sync', 'quorum'))::integer as "inSync",
       count(*)::integer as all
     from pg_stat_replication`,
  )
  const { names = '', inSync = 0, all = 0 } = rows[0] ?? {}
  if (names !== '' && inSync === 0) {
    const note =
      'synchronous_standby_names is set, but no standby is in sync: commits wait forever. Start a standby, or clear the setting.'
    return { state: 'problem', note }
  }
  if (all > 0) return `${all} standbys, ${inSync} of them synchronous`
  const note = 'No standby: if the disk is lost, so is everything since the last backup.'
  return { state: 'warning', note }
}

async function compareClocks(client: pg.Client): Promise<Omit<Finding, 'name'> | string> {
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const own = (before + Date.now()) / 2
  const offMs = Math.abs((rows[0]?.now.getTime() ?? 0) - own)
  if (offMs < MOST_CLOCK_MS) return 'agrees with the database’s'
  const note = `${(offMs / 1_000).toFixed(1)} s away from the database’s clock. Run a time service such as chrony on both machines.`
  return { state: 'warning', note }
}
