import type { Message } from '../../server/src/mail/mailer.ts'

/** Reads the 6-digit code from a message. */
export function readCode(message: Message | undefined): string {
  const [code] = /\b\d{6}\b/.exec(message?.text ?? '') ?? []
  if (code === undefined) throw new Error('the message has no code')
  return code
}
