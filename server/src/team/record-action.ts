import type { AccountActionKind } from '@footnote/contract/site/team'
import type { Database } from '@footnote/platform/database/connect'
import { inTransaction } from '../database/in-transaction.ts'

/** A member on the website, or an API key, that acts in an account. */
export type Author =
  | { readonly accountId: string; readonly userId: string }
  | { readonly accountId: string; readonly keyId: string }

/** Adds an action to the history of the account, under the name that the author has now. */
export async function recordAction(
  client: Pick<Database, 'query'>,
  author: Author,
  kind: AccountActionKind,
  subject: string | null = null,
): Promise<void> {
  await client.query(
    `insert into account_action (id, account_id, actor, kind, subject)
     values (uuidv7(), $1,
       coalesce(
         (select email from auth_user where id = $2),
         (select 'API key ' || name from api_key where id = $3)
       ), $4, $5)`,
    [
      author.accountId,
      'userId' in author ? author.userId : null,
      'keyId' in author ? author.keyId : null,
      kind,
      subject,
    ],
  )
}

type RecordAction = (kind: AccountActionKind, subject?: string | null) => Promise<void>

/** Does the work in one transaction with the actions that it records. */
export function inHistory<Result>(
  database: Database,
  author: Author,
  work: (client: Pick<Database, 'query'>, record: RecordAction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, client =>
    work(client, (kind, subject) => recordAction(client, author, kind, subject)),
  )
}
