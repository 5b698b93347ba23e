import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import { waitFor } from '@footnote/platform/testing/wait-for'

export interface HeldLock {
  /** Resolves when another statement waits for this lock. */
  somebodyWaits(): Promise<unknown>
  /** Resolves when no statement waits for it any more. */
  nobodyWaits(): Promise<unknown>
  release(): Promise<void>
}

/** Runs a statement that locks, in a transaction that stays open until released. */
export async function holdLock(connection: Connection, statement: string): Promise<HeldLock> {
  const [holder, watcher] = [await connectAlone(connection), await connectAlone(connection)]
  // Tells them from connections of the service, for tests that end those.
  for (const client of [holder, watcher]) await client.query(`set application_name = 'lock'`)
  await holder.query('begin')
  await holder.query(statement)
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const countWaiters = async () => {
    const { rowCount } = await watcher.query(
      'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
      [rows[0]?.pid],
    )
    return rowCount
  }
  return {
    somebodyWaits: () =>
      waitFor('a statement to wait for the lock', async () => (await countWaiters()) !== 0),
    nobodyWaits: () =>
      waitFor('the waiting statement to give up', async () => (await countWaiters()) === 0),
    async release() {
      await Promise.all([holder.end(), watcher.end()])
    },
  }
}
