import type { Database } from '@footnote/platform/database/connect'
import type { Message } from '../../mail/mailer.ts'
import { listMail } from '../../mail/outbox.ts'

/** Returns the latest message to an address that is still in the outbox. */
export async function readMail(database: Database, to: string): Promise<Message | undefined> {
  const [latest] = await listMail(database, { recipient: to, limit: 1 })
  return latest && { to: latest.recipient, subject: latest.subject, text: latest.body }
}
