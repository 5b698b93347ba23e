import type { Database } from '@footnote/platform/database/connect'
import type { KeySeal } from './key-seal.ts'

/** Seals the keys that an earlier version stored in clear text, and empties their column. */
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
      'update upstream set sealed_key = $3, api_key = null where id = $1 and api_key = $2',
      [row.id, row.apiKey, keySeal.seal(row)],
    )
  }
  // Rewrites the table, whose pages still contain the old rows. Another process may be doing so too.
  await database.query('vacuum full upstream').catch(reportFault)
}
