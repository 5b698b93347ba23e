import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, connectAlone, type Database } from '@footnote/platform/database/connect'
import { connectionUrl } from '@footnote/platform/database/connection-url'
import {
  type Binaries,
  findInstalledBinaries,
  prepareBinaries,
} from '@footnote/platform/database/embedded/prepare-binaries'
import { chooseAccount } from '@footnote/platform/database/embedded/prepare-server'
import { type Account, processOptions, runAs } from '@footnote/platform/database/embedded/run-as'
import { pollUntil } from '@footnote/platform/poll-until'

type Lines = Readonly<Record<string, string>>

export interface Programs {
  readonly account: Account
  readonly binaries: Binaries
}

/** A PostgreSQL server of a drill, on a socket in its own folder. Its superuser needs no password. */
export interface Cluster {
  readonly folder: string
  readonly connection: {
    host: string
    port: number
    user: string
    password: string
    database: string
  }
  readonly database: Database
  readonly url: string
  /** Adds settings, which a running server reads at once. */
  set(settings: Lines): Promise<void>
  /** Creates an empty file in the data directory, such as standby.signal. */
  write(name: string): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  /** Kills the server and all its connections, as a power cut would. */
  kill(): Promise<void>
  query<Row>(sql: string): Promise<Row[]>
}

const START_MS = 120_000

/** Finds the PostgreSQL that Footnote includes, and a user who may run it. */
export async function preparePrograms(folder: string): Promise<Programs> {
  const place = { path: folder, cluster: join(folder, 'none') } as Parameters<
    typeof chooseAccount
  >[0]
  const account = await chooseAccount(place)
  const log = { info() {}, warn() {} }
  const stateFolder = join(folder, 'state')
  return {
    account,
    binaries: await prepareBinaries(findInstalledBinaries(), { account, stateFolder, log }),
  }
}

/** Creates an empty cluster with the database `footnote`. */
export async function createCluster(programs: Programs, folder: string): Promise<Cluster> {
  const { account, binaries } = programs
  await makeFolder(folder, account)
  await runAs(account, binaries.initdb, [
    ...[
      `--pgdata=${join(folder, 'data')}`,
      '--username=footnote',
      '--auth=trust',
      '--encoding=UTF8',
    ],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
  ])
  const cluster = openCluster(programs, folder)
  await cluster.set({ listen_addresses: "''", unix_socket_directories: `'${folder}'`, jit: 'off' })
  await cluster.start()
  const client = await connectAlone({ ...cluster.connection, database: 'postgres' })
  await client.query('create database footnote')
  await client.end()
  return cluster
}

/**
 * Copies a running cluster with pg_backup_start and pg_backup_stop, as pg_basebackup does, which is not among
 * the programs that Footnote includes.
 */
export async function copyCluster(
  programs: Programs,
  from: Cluster,
  folder: string,
  settings: Lines,
): Promise<Cluster> {
  const { account } = programs
  await makeFolder(folder, account)
  const client = await connectAlone(from.connection)
  await client.query(`select pg_backup_start('drill', true)`)
  // Files that are removed meanwhile are no loss: the write-ahead log has the changes.
  await runAs(account, '/bin/cp', ['-a', join(from.folder, 'data'), join(folder, 'data')]).catch(
    () => {},
  )
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  const data = join(folder, 'data')
  await runAs(account, '/bin/sh', [
    '-c',
    'cd "$0" && rm -rf postmaster.pid postmaster.opts pg_replslot/* && find pg_wal -type f -delete',
    data,
  ])
  await writeFile(join(data, 'backup_label'), rows[0].labelfile)
  await chown(join(data, 'backup_label'), account.uid, account.gid)
  const cluster = openCluster(programs, folder)
  await cluster.set({ unix_socket_directories: `'${folder}'`, ...settings })
  return cluster
}

/** Opens a cluster that is in `data` of this folder. */
export function openCluster({ account, binaries }: Programs, folder: string): Cluster {
  const data = join(folder, 'data')
  const connection = {
    host: folder,
    port: 5432,
    user: 'footnote',
    password: '',
    database: 'footnote',
  }
  const database = connect(connection, { poolSize: 2 })
  let child: ReturnType<typeof spawn> | undefined
  const pid = async () => Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10)

  async function query<Row>(sql: string): Promise<Row[]> {
    return (await database.query(sql)).rows as Row[]
  }

  return {
    folder,
    connection,
    database,
    url: connectionUrl(connection),
    query,
    async set(settings) {
      const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
      await appendFile(join(data, 'postgresql.auto.conf'), lines.join(''))
      if (child) process.kill(await pid(), 'SIGHUP')
    },
    async write(name) {
      await runAs(account, '/bin/sh', ['-c', ': > "$0"', join(data, name)])
    },
    async start() {
      child = spawn(binaries.postgres, ['-D', data], {
        ...processOptions(account),
        stdio: ['ignore', 'ignore', process.env['DRILL_LOG'] ? 'inherit' : 'ignore'],
      })
      const ready = await pollUntil(
        async () => {
          if (child?.exitCode !== null) throw new Error('the server ended while it started')
          const status = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
          return /\n(ready|standby)/.test(status) || undefined
        },
        { timeoutMs: START_MS },
      )
      if (!ready) throw new Error('the server does not start')
    },
    async stop() {
      if (!child) return
      child.kill('SIGINT')
      await once(child, 'exit')
      child = undefined
    },
    async kill() {
      if (!child) return
      // The children end when they notice that their parent is gone; SIGQUIT ends all at once, without a checkpoint.
      child.kill('SIGQUIT')
      await once(child, 'exit')
      child = undefined
    },
  }
}

async function makeFolder(folder: string, { uid, gid }: Account): Promise<void> {
  // The engine, which runs as another user, must reach the socket.
  await mkdir(folder, { recursive: true, mode: 0o711 })
  await chown(folder, uid, gid)
}
