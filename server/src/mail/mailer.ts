import { siteFormats } from '@footnote/contract/site/formats'

export interface Message {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface Mailer {
  /** Resolves once the message is stored in the outbox, before it is sent. */
  post(message: Message): Promise<void>
}

const CONTROL = /\p{Cc}/u

/**
 * Prevents typed text from becoming a second recipient or another header. Callers have already
 * checked; this catches one that has not.
 */
export function requireOneAddress({ to, subject }: Pick<Message, 'to' | 'subject'>): void {
  if (!siteFormats['email-address'].check(to) || CONTROL.test(to)) {
    throw new Error('the recipient of a message is not one email address')
  }
  if (CONTROL.test(subject)) throw new Error('the subject of a message is not one line')
}
