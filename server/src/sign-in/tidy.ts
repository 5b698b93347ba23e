import type { Database } from '@footnote/platform/database/connect'

const UNCONFIRMED_DAYS = 7

/** What has ended is of no use to anybody, and is not kept. */
export async function tidy(database: Database): Promise<void> {
  await database.query('delete from auth_session where expires_at < clock_timestamp()')
  await database.query('delete from auth_verification where expires_at < clock_timestamp()')
  await database.query('delete from email_code where expires_at < clock_timestamp()')
  await database.query('delete from attempt where ends_at < clock_timestamp()')
  await database.query(
    `delete from auth_user
     where not email_verified and updated_at < clock_timestamp() - $1 * interval '1 day'`,
    [UNCONFIRMED_DAYS],
  )
}
