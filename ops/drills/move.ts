import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '@footnote/platform/database/connect'
import { readConnection } from '@footnote/platform/database/embedded/connection'
import { runAs } from '@footnote/platform/database/embedded/run-as'
import { pollUntil } from '@footnote/platform/poll-until'
import { openCluster } from './cluster.ts'
import { call, checkMoney, createDrillPayer, runDrill, startLoad } from './drill.ts'

/** Moves a service from the embedded PostgreSQL to a server of its own, with roles and passwords. */
await runDrill(async drill => {
  const { folder, programs, resources, say, check } = drill
  const dataDir = join(folder, 'd')
  const embedded = await drill.serve({ FOOTNOTE_DATA_DIR: dataDir })
  const roles = {
    superuser: await readConnection({ path: dataDir }, { home: dataDir, role: 'superuser' }),
    service: await readConnection({ path: dataDir }, { home: dataDir, role: 'service' }),
  }
  const pool = connect({ ...roles.superuser, database: 'footnote' })
  const payer = await createDrillPayer(pool)
  const load = startLoad(() => [embedded.url], payer)
  await pollUntil(() => load.delivered.length >= 200 || undefined, { timeoutMs: 60_000 })
  await load.stop()
  await pool.end()
  embedded.signal('SIGTERM')
  check((await embedded.ended()) === 0, 'a clean stop')
  say(
    `The service on the embedded PostgreSQL stops after ${load.delivered.length} delivered answers.`,
  )

  const home = join(folder, 'a')
  const { account } = programs
  await mkdir(home, { mode: 0o700 })
  await chown(home, account.uid, account.gid)
  await runAs(account, '/bin/cp', ['-a', join(dataDir, 'postgres'), join(home, 'data')])
  const server = openCluster(programs, home)
  await server.set({ listen_addresses: "''", unix_socket_directories: `'${home}'` })
  await server.start()
  resources.defer(server.kill)
  say(
    'A copy of its folder "postgres" runs as a server of its own. Roles and passwords came along.',
  )

  const url = (role: 'service' | 'superuser') => {
    const { user, password } = roles[role]
    return `postgres://${user}:${encodeURIComponent(password)}@localhost/footnote?host=${home}`
  }
  const moved = await drill.serve({ FOOTNOTE_DATA_DIR: dataDir, DATABASE_URL: url('service') })
  const after = await call(moved.url, payer.key)
  check(after.status === 200, 'a paid call on the new server')
  say('The service starts with DATABASE_URL on the same data folder and answers a paid call.')
  const connection = url('superuser')
  const database = connect(connection)
  await checkMoney(drill, { database, connection, payer, delivered: [...load.delivered, after.id] })
  await database.end()
})
