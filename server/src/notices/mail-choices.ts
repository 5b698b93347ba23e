import type { MailKind } from '@footnote/contract/site/requests'
import type { MailChoicesResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'

/** Returns the kinds of mail that the owner of an account has switched off. */
export async function readMailChoices(
  database: Database,
  accountId: string,
): Promise<MailChoicesResponse> {
  const { rows } = await database.query<{ mail_off: MailKind[] }>(
    'select mail_off from account where id = $1',
    [accountId],
  )
  return { off: rows[0]?.mail_off ?? [] }
}

/** Switches one kind of mail on or off. */
export async function setMailChoice(
  database: Pick<Database, 'query'>,
  { accountId, kind, isOn }: { accountId: string; kind: MailKind; isOn: boolean },
): Promise<void> {
  await database.query(
    `update account
     set mail_off = array_remove(mail_off, $2) || case when $3 then '{}' else array[$2] end
     where id = $1`,
    [accountId, kind, isOn],
  )
}
