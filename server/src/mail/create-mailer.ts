import { setTimeout as delay } from 'node:timers/promises'
import type { Seller } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { type DeliverDependencies, deliverMail } from './deliver-mail.ts'
import type { Mailer } from './mailer.ts'
import { insertMail, trimMail } from './outbox.ts'
import { type SmtpServer, sendBySmtp } from './send-by-smtp.ts'

/** The mailer with its background work. */
export interface MailService extends Mailer {
  /** Sends all due messages. */
  deliver(): Promise<void>
  /**
   * Gives up on messages that could not be sent for a day. Without a mail server, deletes messages
   * after a week.
   */
  tidy(): Promise<void>
  /** Lets running deliveries finish for a moment; the next process sends the rest. */
  close(): Promise<void>
}

const DAY_MS = 86_400_000
const KEPT_MS = 7 * DAY_MS
const CLOSE_PATIENCE_MS = 3_000

export function createMailer(
  { database, report }: { database: Database } & Pick<DeliverDependencies, 'report'>,
  { smtp, seller }: { smtp: SmtpServer | undefined; seller?: Seller | undefined },
): MailService {
  const imprint = seller ? imprintOf(seller) : ''
  const closing = new AbortController()
  const aborted = new AbortController()
  let delivery: Promise<void> | undefined
  let isWanted = false

  async function deliverWanted(server: SmtpServer): Promise<void> {
    const send: DeliverDependencies['send'] = (mail, options) =>
      sendBySmtp(server, { ...mail, body: mail.body + imprint }, options)
    while (isWanted) {
      isWanted = false
      await deliverMail(
        { database, send, report },
        { closing: closing.signal, aborted: aborted.signal },
      )
    }
  }

  /** Runs one delivery at a time, which also sends messages posted meanwhile. */
  async function deliver(): Promise<void> {
    if (!smtp || closing.signal.aborted) return
    isWanted = true
    delivery ??= deliverWanted(smtp).finally(() => {
      delivery = undefined
    })
    await delivery
  }

  return {
    async post(message) {
      await insertMail(database, message)
      deliver().catch(error => report({ fault: nameOf(error) }, 'could not deliver mail'))
    },
    deliver,
    async tidy() {
      const trimmed = await trimMail(database, { olderMs: smtp ? DAY_MS : KEPT_MS })
      if (smtp && trimmed > 0)
        report({ messages: trimmed }, 'deleted messages that could not be sent for a day')
    },
    async close() {
      closing.abort()
      const ended = Promise.allSettled([delivery])
      const patience = new AbortController()
      await Promise.race([
        ended,
        delay(CLOSE_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {}),
      ])
      patience.abort()
      aborted.abort()
      await ended
    },
  }
}

/** Ends every message that leaves the machine. */
function imprintOf({ legal_name, address, support_email }: Seller): string {
  return `\n-- \n${legal_name}\n${address}\n${support_email}\n`
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
