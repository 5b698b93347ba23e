import type { Database } from '@footnote/platform/database/connect'
import { createBatcher, type Patience } from './batch.ts'

/** Rejects when the database does not answer in time. Any number of askers cost one query. */
export function createPing(database: Database, patience: Patience): () => Promise<void> {
  const ask = createBatcher<void, void>(async askers => {
    await database.query('select 1')
    return askers
  }, patience)
  return () => ask()
}
