import { inject } from 'vitest'
import { connectAlone } from '../database/connect.ts'

const LOCK = 20_261_115

/** For what a run of tests needs once, such as a build: several files may start at once, and wait. */
export async function inTurn(work: () => Promise<unknown>): Promise<void> {
  const client = await connectAlone({ ...inject('server'), database: 'postgres' })
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await work()
  } finally {
    // The lock goes with the connection.
    await client.end()
  }
}
