import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { connectAlone } from '../database/connect.ts'
import { waitFor } from './wait-for.ts'

export interface PgBouncer {
  /** A database of the server, as reached through the pooler. */
  urlOf(database: string): string
  stop(): Promise<void>
}

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer']

/** Whether PgBouncer is installed. If it is not, the run says what was skipped for it. */
export function hasPgBouncer(): boolean {
  if (findProgram() !== undefined) return true
  process.stderr.write(
    '\n*** SKIPPED, not passed: tests through PgBouncer, which is not installed. Run "apt-get install pgbouncer".\n',
  )
  return false
}

function findProgram(): string | undefined {
  return PROGRAMS.find(path => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** A real PgBouncer in transaction mode, with so few connections that clients take turns. */
export async function startPgBouncer(
  server: pg.ClientConfig,
  { poolSize }: { poolSize: number },
): Promise<PgBouncer> {
  const program = findProgram()
  if (program === undefined) throw new Error('PgBouncer is not installed')
  // PgBouncer does not run as root, and must reach the server's socket.
  const { uid, gid } = await stat(server.host ?? '')
  const folder = await mkdtemp(join(tmpdir(), 'footnote-pgbouncer-'))
  // The engine's user must reach the pooler's socket.
  await chmod(folder, 0o711)
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = host=${server.host} port=${server.port} user=${server.user} password=${server.password}
[pgbouncer]
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
auth_type = any
listen_addr =
unix_socket_dir = ${folder}
`,
  )
  if (process.geteuid?.() === 0) {
    for (const path of [folder, settings]) await chown(path, uid, gid)
  }
  const child = spawn(program, ['--quiet', settings], { uid, gid, stdio: 'ignore' })
  const closed = once(child, 'close')
  const urlOf = (database: string) =>
    `postgres://${server.user}@localhost:6432/${database}?host=${encodeURIComponent(folder)}&pgbouncer=true`
  await waitFor('PgBouncer to answer', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    const client = await connectAlone(urlOf('postgres')).catch(() => undefined)
    await client?.end()
    return client !== undefined
  })
  return {
    urlOf,
    async stop() {
      child.kill('SIGKILL')
      await closed
      await rm(folder, { recursive: true })
    },
  }
}
