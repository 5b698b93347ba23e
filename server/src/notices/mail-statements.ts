import { randomUUIDv7 } from 'node:crypto'
import { pages } from '@footnote/contract/site/pages'
import type { StatementResponse } from '@footnote/contract/site/responses'
import { monthName, statementLineName } from '@footnote/contract/site/statement'
import { usdText } from '@footnote/contract/usd-text'
import type { Database } from '@footnote/platform/database/connect'
import { readStatement } from '../wallet/read-statement.ts'

interface DueStatement {
  readonly account_id: string
  readonly month: string
  readonly is_wanted: boolean
}

const MOST_PER_ROUND = 200

/**
 * Mails the statements of months that have ended, an hour later. The statement that advances the account's
 * month puts the message into the outbox, so processes may race and die.
 */
export async function mailStatements(
  database: Pick<Database, 'query'>,
  { origin, now }: { origin: () => string; now?: Date },
): Promise<void> {
  const { rows } = await database.query<DueStatement>({
    name: 'statements_due',
    text: `select id as account_id, to_char(statement_month + interval '1 month', 'YYYY-MM') as month,
             user_id is not null and not 'statement' = any(mail_off) as is_wanted
           from account
           where state <> 'closed' and statement_month < date_trunc('month',
             (coalesce($2::timestamptz, now()) - interval '1 hour') at time zone 'UTC')
             - interval '1 month'
           order by statement_month
           limit $1`,
    values: [MOST_PER_ROUND, now],
  })
  // One that fails, such as a month too large to add up in time, holds up no other.
  const failed: unknown[] = []
  for (const due of rows)
    await mailStatement(database, due, { origin }).catch(error => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

async function mailStatement(
  database: Pick<Database, 'query'>,
  { account_id, month, is_wanted }: DueStatement,
  { origin }: { origin: () => string },
): Promise<void> {
  const statement = is_wanted && (await readStatement(database, { accountId: account_id, month }))
  const body =
    statement && statement.lines.length > 0
      ? statementText(statement, { month, url: page => origin() + page })
      : null
  await database.query(
    `with due as (
       update account set statement_month = $2::date
       where id = $1 and statement_month = $2::date - interval '1 month'
       returning email, user_id, mail_off
     )
     insert into mail (id, recipient, subject, body)
     select $3, email, $4, $5 from due
     where $5::text is not null and user_id is not null and not 'statement' = any(mail_off)`,
    [
      ...[account_id, `${month}-01`, randomUUIDv7()],
      ...[`Statement for ${monthName(month)} from Footnote`, body],
    ],
  )
}

function statementText(
  { opening_units, closing_units, lines, is_complete }: StatementResponse,
  { month, url }: { month: string; url: (page: string) => string },
): string {
  const amounts = [
    `Opening balance: $${usdText(BigInt(opening_units))}`,
    ...lines.map(line => {
      const sign = line.units < 0 ? '-' : '+'
      const amount = usdText(BigInt(Math.abs(line.units)))
      return `${statementLineName(line)} (${line.count}): ${sign}$${amount}`
    }),
    `Closing balance: $${usdText(BigInt(closing_units))}`,
  ]
  return [
    `Your Footnote wallet in ${monthName(month)} (UTC), in USD:`,
    amounts.join('\n'),
    ...(is_complete ? [] : ['Some transactions of this month are archived and missing here.']),
    `Print it or save it as PDF: ${url(pages.statement.replace('$month', month))}`,
    `To switch these messages off:\n${url(pages.settings)}`,
    '',
  ].join('\n\n')
}
