import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import type { Message } from './mailer.ts'
import { requireOneAddress } from './require-one-address.ts'

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
