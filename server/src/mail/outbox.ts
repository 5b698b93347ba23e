import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { type Message, requireOneAddress } from './mailer.ts'

/** Puts a message into the outbox. */
export async function insertMail(database: Database, message: Message): Promise<void> {
  requireOneAddress(message)
  await database.query('insert into mail (id, recipient, subject, body) values ($1, $2, $3, $4)', [
    randomUUIDv7(),
    message.to,
    message.subject,
    message.text,
  ])
}

export interface ClaimedMail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** Attempts to send it, including this one. */
  readonly tries: number
}

/**
 * Claims due messages, oldest first, for the time of a lease. Two processes never send the same
 * message at once, and messages of a dead process are due again when its lease ends.
 */
export async function claimMail(
  database: Database,
  { most, leaseMs }: { most: number; leaseMs: number },
): Promise<ClaimedMail[]> {
  const { rows } = await database.query<ClaimedMail>(
    `update mail
     set tries = tries + 1, next_try_at = clock_timestamp() + $2 * interval '1 ms'
     where id in (
       select id from mail where next_try_at <= clock_timestamp()
       order by next_try_at limit $1 for update skip locked
     )
     returning id, recipient, subject, body, tries`,
    [most, leaseMs],
  )
  return rows
}

export async function postponeMail(
  database: Database,
  { id, pauseMs }: { id: string; pauseMs: number },
): Promise<void> {
  await database.query(
    `update mail set next_try_at = clock_timestamp() + $2 * interval '1 ms' where id = $1`,
    [id, pauseMs],
  )
}

/** Deletes a message that was sent or never will be. */
export async function deleteMail(database: Database, id: string): Promise<void> {
  await database.query('delete from mail where id = $1', [id])
}

/** Deletes older messages and returns how many there were. */
export async function trimMail(
  database: Database,
  { olderMs }: { olderMs: number },
): Promise<number> {
  const { rowCount } = await database.query(
    `delete from mail where created_at < clock_timestamp() - $1 * interval '1 ms'`,
    [olderMs],
  )
  return rowCount ?? 0
}

export interface OutboxMail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly created_at: Date
}

/** Lists the latest messages in the outbox, newest last. */
export async function listMail(
  database: Database,
  { recipient, limit }: { recipient?: string | undefined; limit: number },
): Promise<OutboxMail[]> {
  const { rows } = await database.query<OutboxMail>(
    `select id, recipient, subject, body, created_at from mail
     where $1::text is null or lower(recipient) = lower($1)
     order by created_at desc, id desc
     limit $2`,
    [recipient ?? null, limit],
  )
  return rows.toReversed()
}
