import { connectAlone } from '@footnote/platform/database/connect'
import { inject } from 'vitest'
import { ensurePage } from './ensure-page.ts'

const LOCK = 20_261_115

/** For tests: several files may start at once, and one build is enough work for a machine. */
export async function ensurePageOnce(): Promise<void> {
  const client = await connectAlone({ ...inject('server'), database: 'postgres' })
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await ensurePage()
  } finally {
    // The lock goes with the connection.
    await client.end()
  }
}
