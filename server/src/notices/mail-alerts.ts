import { randomUUIDv7 } from 'node:crypto'
import { pages } from '@footnote/contract/site/pages'
import { usdText } from '@footnote/contract/usd-text'
import type { Database } from '@footnote/platform/database/connect'
import { countAttempt } from '../attempts/take-attempt.ts'
import { inTransaction } from '../database/in-transaction.ts'

type AlertKind = 'key_created' | 'key_limit_reached' | 'new_device'

interface Alert {
  readonly account_id: string
  readonly kind: AlertKind
  readonly created_at: Date
  readonly email: string
  /** Of the key; null for other alerts. */
  readonly key_name: string | null
  readonly fingerprint: string | null
  readonly cap_limit: 'day_cap' | 'month_cap' | null
  readonly cap_units: string | null
}

const MOST_PER_ROUND = 200
/** Keys that one message names. */
const MOST_NAMED = 20

/**
 * Mails the alerts that are due, one message for all of a kind. The transaction that deletes them posts the messages, so
 * processes may race and die. Alerts whose owner has switched them off meanwhile are deleted only.
 */
export async function mailAlerts(
  database: Database,
  { origin }: { origin: () => string },
): Promise<void> {
  await inTransaction(database, async client => {
    const { rows } = await client.query<Alert>(
      `with due as (
         delete from alert_due
         where id in (select id from alert_due order by id limit $1 for update skip locked)
         returning *
       )
       select due.account_id, due.kind, due.created_at, account.email, api_key.name as key_name,
         due.data ->> 'fingerprint' as fingerprint, due.data ->> 'limit' as cap_limit,
         due.data ->> 'cap_units' as cap_units
       from due join account on account.id = due.account_id
       left join api_key on api_key.id = (due.data ->> 'key_id')::uuid
       where account.user_id is not null and not due.kind = any(account.mail_off)
       order by due.id`,
      [MOST_PER_ROUND],
    )
    const groups = Map.groupBy(rows, ({ account_id, kind }) => `${kind} ${account_id}`)
    for (const alerts of groups.values()) {
      const [{ account_id, kind, email }] = alerts as [Alert, ...Alert[]]
      if ((await countAttempt(client, 'alertMail', kind, account_id)) > 0) continue
      const { subject, text } = WRITERS[kind](alerts, page => origin() + page)
      // Checked when it is sent: here, one strange address would hold up all others.
      await client.query(
        'insert into mail (id, recipient, subject, body) values ($1, $2, $3, $4)',
        [randomUUIDv7(), email, subject, text],
      )
    }
  })
}

interface Words {
  readonly subject: string
  readonly text: string
}

const WRITERS: Readonly<
  Record<AlertKind, (alerts: readonly Alert[], url: (page: string) => string) => Words>
> = {
  key_created: (alerts, url) => ({
    subject:
      alerts.length === 1
        ? 'A new API key was created'
        : `${alerts.length} new API keys were created`,
    text: write(
      alerts.length === 1
        ? 'Your Footnote account has a new API key:'
        : 'Your Footnote account has new API keys:',
      list(alerts.map(alert => `${nameOf(alert)}, created ${timeText(alert.created_at)}`)),
      `Keys are created on the website, by a login from the command line or by connecting an app. If neither you nor a member of your team did this, revoke the key:\n${url(pages.access)}`,
      ending(url),
    ),
  }),

  key_limit_reached: (alerts, url) => ({
    subject: 'An API key reached its spending cap',
    text: write(
      'Calls with these keys are rejected and not charged until the cap renews (UTC):',
      list(
        alerts.map(alert => {
          const period = alert.cap_limit === 'day_cap' ? 'a day' : 'a month'
          return `${nameOf(alert)}: $${usdText(BigInt(alert.cap_units ?? 0))} ${period}`
        }),
      ),
      `To change the cap or to revoke a key:\n${url(pages.access)}`,
      ending(url),
    ),
  }),

  new_device: (alerts, url) => ({
    subject: 'New sign-in to your Footnote account',
    text: write(
      'Somebody signed in to your account with a browser that it was not used with before:',
      list(alerts.map(({ created_at }) => timeText(created_at))),
      `If this was you, there is nothing to do. Settings lists your sessions:\n${url(pages.settings)}`,
      `If this wasn’t you, set a new password now. That signs out every session:\n${url(pages.forgotPassword)}`,
      ending(url),
    ),
  }),
}

function write(...paragraphs: string[]): string {
  return `${paragraphs.join('\n\n')}\n`
}

function list(lines: readonly string[]): string {
  const rest = lines.length - MOST_NAMED
  return [
    ...lines.slice(0, MOST_NAMED).map(line => `- ${line}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ].join('\n')
}

function nameOf({ key_name, fingerprint }: Alert): string {
  return `“${key_name}” (fingerprint ${fingerprint})`
}

function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function ending(url: (page: string) => string): string {
  return `To switch these messages off:\n${url(pages.settings)}`
}
