import { siteFormats } from '@footnote/contract/site/formats'

export interface Message {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface Mailer {
  /** Resolves when the message is safely in the outbox; whether and when it is sent is not waited for. */
  post(message: Message): Promise<void>
}

const CONTROL = /\p{Cc}/u

/**
 * Nothing that somebody typed may become a second recipient or another header. Callers have checked
 * what they post; this is for the day on which one of them has not.
 */
export function requireOneAddress({ to, subject }: Pick<Message, 'to' | 'subject'>): void {
  if (!siteFormats['email-address'].check(to) || CONTROL.test(to)) {
    throw new Error('a message is for something that is not one e-mail address')
  }
  if (CONTROL.test(subject)) throw new Error('the subject of a message is not one line')
}
