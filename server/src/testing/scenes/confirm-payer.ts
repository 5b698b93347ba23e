import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import type { Payer } from './create-payer.ts'

/** Gives an account an owner whose address is proven, as if they had signed up on the website. */
export async function confirmPayer(
  database: Database,
  { accountId, email }: Pick<Payer, 'accountId' | 'email'>,
): Promise<void> {
  const userId = randomUUIDv7()
  await database.query('insert into auth_user (id, email, email_verified) values ($1, $2, true)', [
    userId,
    email,
  ])
  await database.query('update account set user_id = $2 where id = $1', [accountId, userId])
}
