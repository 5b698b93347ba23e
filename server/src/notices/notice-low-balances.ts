import { randomUUIDv7 } from 'node:crypto'
import { usdText } from '@footnote/contract/usd-text'
import type { Database } from '@footnote/platform/database/connect'

interface Crossing {
  readonly account_id: string
  readonly email: string
  readonly balance_units: bigint
  readonly below_units: bigint
  readonly is_low: boolean
}

const MOST_PER_ROUND = 200

/**
 * One message each time the balance of a confirmed account falls below its owner's mark, and again
 * only after it was at or above it in between. Which of the two it is now is compared with what was
 * last seen, so that many processes may look at once.
 */
export async function noticeLowBalances(
  database: Database,
  { walletUrl }: { walletUrl: () => string },
): Promise<void> {
  const crossings = await findCrossings(database)
  const [low, risen] = [true, false].map(isLow => crossings.filter(one => one.is_low === isLow))
  if (risen?.length) await armNotices(database, risen)
  if (low?.length) await postNotices(database, low, { walletUrl: walletUrl() })
}

async function findCrossings(database: Database): Promise<Crossing[]> {
  const { rows } = await database.query<Crossing>(
    `select account.id as account_id, account.email, account.notice_below_units as below_units,
       wallet.balance_units, wallet.balance_units < account.notice_below_units as is_low
     from account join wallet on wallet.account_id = account.id
     where account.user_id is not null and account.state <> 'closed'
       and account.notice_is_armed = (wallet.balance_units < account.notice_below_units)
     limit $1`,
    [MOST_PER_ROUND],
  )
  return rows
}

/** What was read is checked again: the owner may have moved the mark since. */
async function armNotices(database: Database, risen: readonly Crossing[]): Promise<void> {
  await database.query(
    `update account set notice_is_armed = true
     from wallet
     where account.id = any($1) and wallet.account_id = account.id
       and wallet.balance_units >= account.notice_below_units`,
    [risen.map(({ account_id }) => account_id)],
  )
}

/** Marking and posting are one statement: whoever marks an account posts, and nobody else does. */
async function postNotices(
  database: Database,
  low: readonly Crossing[],
  { walletUrl }: { walletUrl: string },
): Promise<void> {
  await database.query(
    `with notice as (
       select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[])
         as notice (mail_id, account_id, below_units, subject, body)
     ), marked as (
       update account set notice_is_armed = false
       from notice
       where account.id = notice.account_id and account.notice_is_armed
         and account.state <> 'closed' and account.notice_below_units = notice.below_units
       returning account.id, account.email
     )
     insert into mail (id, recipient, subject, body)
     select notice.mail_id, marked.email, notice.subject, notice.body
     from notice join marked on marked.id = notice.account_id`,
    [
      low.map(() => randomUUIDv7()),
      low.map(({ account_id }) => account_id),
      low.map(({ below_units }) => below_units),
      low.map(({ balance_units }) => `Your Footnote balance is ${usdText(balance_units)} USD`),
      low.map(crossing => noticeText(crossing, walletUrl)),
    ],
  )
}

function noticeText({ balance_units, below_units }: Crossing, walletUrl: string): string {
  return `The balance of your Footnote wallet has fallen below ${usdText(below_units)} USD: it is ${usdText(balance_units)} USD now.

Calls that cost more than the balance are refused. Recharge the wallet, or change this notice, here:

${walletUrl}
`
}
