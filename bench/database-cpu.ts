import { readdir, readFile } from 'node:fs/promises'
import type { Database } from '@footnote/platform/database/connect'

const TICKS_PER_SECOND = 100

/** The processor time of all processes of the server; undefined where there is no /proc. */
export async function readDatabaseCpuMs(database: Database): Promise<number | undefined> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = await readStat(String(rows[0]?.pid))
  if (!backend) return undefined
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(readStat))
  const server = stats.find(stat => stat?.pid === backend.parent)
  const children = stats.filter(stat => stat?.parent === backend.parent)
  // Those that have ended count with the parent that waited for them.
  const ticks = children.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0)
  return ((ticks + (server?.ticks ?? 0) + (server?.endedTicks ?? 0)) * 1_000) / TICKS_PER_SECOND
}

async function readStat(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // After the name, which may hold blanks: state, parent, and from the twelfth on the times.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const at = (index: number) => Number(fields[index])
  return { pid: Number(pid), parent: at(1), ticks: at(11) + at(12), endedTicks: at(13) + at(14) }
}
