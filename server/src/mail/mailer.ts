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
