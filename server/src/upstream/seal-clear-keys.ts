import type { Database } from '@footnote/platform/database/connect'
import type { KeySeal } from './key-seal.ts'

/**
 * Seals the keys that an earlier version stored in clear text, and empties their column. A clear key stays
 * in its row until the table has been rewritten, so that the next start repeats a rewrite that failed.
 */
export async function sealClearKeys(
  database: Database,
  { keySeal, reportFault }: { keySeal: KeySeal; reportFault: (error: unknown) => void },
): Promise<void> {
  const { rows } = await database.query<{ id: number; url: string; apiKey: string }>(
    'select id, url, api_key as "apiKey" from upstream where api_key is not null',
  )
  if (rows.length === 0) return
  for (const row of rows) {
    await database.query(
      'update upstream set sealed_key = $2 where id = $1 and sealed_key is null',
      [row.id, keySeal.seal(row)],
    )
  }
  // Empties the column and writes a new file for the table, whose old pages have the keys, as one step.
  // A backup that is being taken may hold the table's lock for longer than the pool waits.
  await database
    .query(
      `alter table upstream alter column api_key type text
       using case when sealed_key is null then api_key end`,
    )
    .catch(reportFault)
}
