import type { Database } from '@footnote/platform/database/connect'
import { takeAttempt } from './take-attempt.ts'

/** What is sent; each is counted by itself, so that none of them can be used up by asking for another. */
type MailKind = 'code' | 'reset' | 'new_address'

interface MailAttempt {
  readonly email: string
  /** Who has it sent: a network, or a member. */
  readonly sender: string
}

/** The sender first: who was refused for their own part uses up nothing of everybody's. */
export async function takeMailAttempt(
  database: Database,
  kind: MailKind,
  { email, sender }: MailAttempt,
): Promise<void> {
  await takeAttempt(database, 'mailToEmailFromSender', kind, email, sender)
  await takeAttempt(database, 'mailToEmail', kind, email)
}
