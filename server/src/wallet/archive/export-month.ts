import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '@footnote/platform/create-file-once'
import type pg from 'pg'
import type { StoredMonth } from './find-months.ts'
import { type ArchiveFile, writeRows } from './write-rows.ts'

export interface Manifest {
  readonly month: string
  readonly first_id: string
  readonly end_id: string
  /** The last migration, which says what columns there are. */
  readonly schema: string
  readonly written_at: string
  readonly files: readonly ArchiveFile[]
}

/**
 * Writes a month into its own folder, as the transaction sees it. The manifest comes last: with it,
 * the month is complete. Files of an earlier attempt are overwritten.
 */
export async function exportMonth(
  client: pg.ClientBase,
  { month, firstId, endId }: StoredMonth,
  { to }: { to: string },
): Promise<Manifest> {
  const folder = join(to, month.replace('_', '-'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files: ArchiveFile[] = []
  for (const [name, query] of [
    ['charges', `select * from charge_${month}`],
    ['movements', `select * from movement_${month}`],
    ['tasks', `select * from task where id >= '${firstId}' and id < '${endId}'`],
    ['balances', `select * from account_month where month = '${month}'`],
  ] as const) {
    files.push(await writeRows(client, { folder, name: `${name}.jsonl.gz`, query }))
  }
  const { rows } = await client.query<{ schema: string; now: Date }>(
    'select max(name) as schema, now() from migration full join schema_change using (name)',
  )
  const manifest: Manifest = {
    month,
    first_id: firstId,
    end_id: endId,
    schema: rows[0]?.schema ?? '',
    written_at: rows[0]?.now.toISOString() ?? '',
    files,
  }
  const path = join(folder, 'manifest.json')
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeFile(`${path}.partial`, text, { flush: true, mode: 0o600 })
  await rename(`${path}.partial`, path)
  for (const changed of [folder, to, dirname(to)]) await syncFolder(changed)
  return manifest
}
