import type { Database } from '@footnote/platform/database/connect'
import type { Message } from '../../mail/mailer.ts'
import { listMail } from '../../mail/outbox.ts'

/** Returns the latest message to an address that is still in the outbox, or the latest with a subject. */
export async function readMail(
  database: Database,
  to: string,
  subject?: string,
): Promise<Message | undefined> {
  const messages = await listMail(database, { recipient: to, limit: 10 })
  const latest = messages.findLast(mail => subject === undefined || mail.subject === subject)
  return latest && { to: latest.recipient, subject: latest.subject, text: latest.body }
}
