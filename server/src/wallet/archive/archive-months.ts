import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import type pg from 'pg'
import { archiveMonth, removeRemains } from './archive-month.ts'
import { ArchiveRefused } from './archive-refused.ts'
import type { Manifest } from './export-month.ts'
import { findMonths, type StoredMonth } from './find-months.ts'

interface ArchiveOptions {
  /** One month, such as 2026_08 or before, or all that end by a month, such as 2026-09. */
  readonly which: { readonly month: string } | { readonly before: string }
  readonly to: string
  readonly isDryRun?: boolean
  /** Hears of each month, without a manifest where nothing was written. */
  readonly report: (month: string, manifest: Manifest | undefined) => void
}

/** Archives one month or several, oldest first. */
export async function archiveMonths(
  connection: Connection,
  { which, to, isDryRun = false, report }: ArchiveOptions,
): Promise<void> {
  const client = await connectAlone(connection)
  try {
    if (!isDryRun) await finishEarlier(client)
    for (const month of await select(client, which)) {
      report(month.month, await archiveMonth(client, month, { to, isDryRun }))
    }
  } finally {
    await client.end()
  }
}

async function select(
  client: pg.ClientBase,
  which: ArchiveOptions['which'],
): Promise<StoredMonth[]> {
  if ('before' in which) return findMonths(client, which)
  const stored = await findMonths(client)
  const month = stored.find(one => one.month === which.month)
  if (month) return [month]
  const { rowCount } = await client.query(
    'select from book_month where month = $1 and archived_at is not null',
    [which.month],
  )
  throw new ArchiveRefused(
    rowCount === 1 ? `${which.month} is archived already` : `there is no month ${which.month}`,
  )
}

/** A crash may have left tasks of months that are archived. */
async function finishEarlier(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ first_id: string; end_id: string }>(
    'select first_id, end_id from book_month where archived_at is not null',
  )
  for (const { first_id, end_id } of rows) {
    await removeRemains(client, { firstId: first_id, endId: end_id })
  }
}
