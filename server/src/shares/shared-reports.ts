import { randomUUID } from 'node:crypto'
import { siteLimits } from '@footnote/contract/site/limits'
import type { SharedReportsResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { inTransaction } from '../database/in-transaction.ts'

interface Row {
  id: string
  created_at: Date
  expires_at: Date
}

type Shared = SharedReportsResponse['shared'][number]

/** Stores a sealed report for 24 hours under an id that nobody can guess. */
export async function shareReport(
  database: Database,
  { accountId, sealed }: { accountId: string; sealed: Buffer },
): Promise<Shared> {
  await takeAttempt(database, 'shareOfMember', accountId)
  const rows = await inTransaction(database, async client => {
    // Two requests at the same time count each other.
    await client.query('select from account where id = $1 for no key update', [accountId])
    const inserted = await client.query<Row>({
      name: 'share_report',
      text: `insert into shared_report (id, account_id, sealed)
             select $1, $2, $3
             where (
               select count(*) from shared_report
               where account_id = $2 and expires_at > clock_timestamp()
             ) < $4
             returning id, created_at, expires_at`,
      values: [randomUUID(), accountId, sealed, siteLimits.sharedReports],
    })
    return inserted.rows
  })
  const [row] = rows
  if (!row) throw new ApiError('TOO_MANY_SHARED')
  return toShared(row)
}

/** A sealed report; undefined if it has expired, was deleted or its owner's account is closed. */
export async function findSharedReport(
  database: Database,
  id: string,
): Promise<{ sealed: Buffer; expiresAt: Date } | undefined> {
  const { rows } = await database.query<{ sealed: Buffer; expires_at: Date }>({
    name: 'find_shared_report',
    text: `select shared_report.sealed, shared_report.expires_at
           from shared_report join account on account.id = shared_report.account_id
           where shared_report.id = $1 and shared_report.expires_at > clock_timestamp()
             and account.state <> 'closed'`,
    values: [id],
  })
  const [row] = rows
  return row && { sealed: row.sealed, expiresAt: row.expires_at }
}

/** The links of an account that still work, newest first. */
export async function listSharedReports(database: Database, accountId: string): Promise<Shared[]> {
  const { rows } = await database.query<Row>({
    name: 'list_shared_reports',
    text: `select id, created_at, expires_at from shared_report
           where account_id = $1 and expires_at > clock_timestamp()
           order by created_at desc, id`,
    values: [accountId],
  })
  return rows.map(toShared)
}

/** Deletes one of the account's reports. Returns whether there was one. */
export async function deleteSharedReport(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'delete_shared_report',
    text: 'delete from shared_report where id = $1 and account_id = $2',
    values: [id, accountId],
  })
  return rowCount === 1
}

/** Deletes reports that have expired, and those of closed accounts. */
export async function tidySharedReports(database: Database): Promise<void> {
  await database.query(
    `delete from shared_report using account
     where account.id = shared_report.account_id
       and (shared_report.expires_at <= clock_timestamp() or account.state = 'closed')`,
  )
}

function toShared({ id, created_at, expires_at }: Row): Shared {
  return {
    share_id: id,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }
}
