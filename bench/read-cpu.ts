import { readdir, readFile } from 'node:fs/promises'
import type { Database } from '@footnote/platform/database/connect'

const TICKS_PER_SECOND = 100

/** The processor time of all processes of the server; undefined where there is no /proc. */
export async function readDatabaseCpuMs(database: Database): Promise<number | undefined> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = await readStat(String(rows[0]?.pid))
  return backend && readTreeCpuMs(backend.parent)
}

/** The processor time of a process and its children; undefined where there is no /proc. */
export async function readTreeCpuMs(pid: number): Promise<number | undefined> {
  const parent = await readStat(String(pid))
  if (!parent) return undefined
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(readStat))
  const children = stats.filter(stat => stat?.parent === pid)
  // Those that have ended count with the parent that waited for them.
  const ticks = children.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0)
  return ((ticks + parent.ticks + parent.endedTicks) * 1_000) / TICKS_PER_SECOND
}

async function readStat(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // After the name, which may hold blanks: state, parent, and from the twelfth on the times.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const at = (index: number) => Number(fields[index])
  return { parent: at(1), ticks: at(11) + at(12), endedTicks: at(13) + at(14) }
}
