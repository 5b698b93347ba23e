import type { BillingDetails } from '@footnote/contract/site/requests'
import type { Database } from '@footnote/platform/database/connect'

const NONE: BillingDetails = { name: '', address: '', tax_id: '' }

/** Returns how the owner of an account wants to be named on receipts. */
export async function readBillingDetails(
  database: Database,
  accountId: string,
): Promise<BillingDetails> {
  const { rows } = await database.query<BillingDetails>(
    `select name, address, tax_id from billing_details
     join account on account.user_id = billing_details.user_id where account.id = $1`,
    [accountId],
  )
  return rows[0] ?? NONE
}

/** Stores them for receipts from now on. */
export async function setBillingDetails(
  database: Pick<Database, 'query'>,
  { userId, details: { name, address, tax_id } }: { userId: string; details: BillingDetails },
): Promise<void> {
  if (name === '' && address === '' && tax_id === '') {
    await database.query('delete from billing_details where user_id = $1', [userId])
    return
  }
  await database.query(
    `insert into billing_details (user_id, name, address, tax_id) values ($1, $2, $3, $4)
     on conflict (user_id) do update set
       name = excluded.name, address = excluded.address, tax_id = excluded.tax_id`,
    [userId, name, address, tax_id],
  )
}
