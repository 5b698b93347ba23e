import { type Command, InvalidArgumentError } from 'commander'
import { listMail, type OutboxMail } from '../mail/outbox.ts'
import { printJson } from './print.ts'
import { withDatabase } from './with-database.ts'

interface OutboxOptions {
  readonly to?: string
  readonly limit: number
  readonly json?: boolean
}

const DEFAULT_LIMIT = 10
const MOST = 1_000
/** Control characters, removed so that a message cannot control the terminal. */
const CONTROL = /[^\P{Cc}\n]/gu

export function addOutboxCommand(program: Command): void {
  program
    .command('outbox')
    .description('Show email in the outbox, newest last; without SMTP, all email stays there')
    .option('--to <email>', 'Only messages to this address')
    .option('--limit <number>', 'Number of latest messages', readLimit, DEFAULT_LIMIT)
    .option('--json', 'Print JSON')
    .action(({ to, limit, json }: OutboxOptions) =>
      withDatabase(async database => {
        const messages = await listMail(database, { recipient: to, limit })
        if (json) printJson({ messages: messages.map(toJson) })
        else process.stdout.write(messages.map(toText).join('\n') || 'The outbox is empty.\n')
      }),
    )
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MOST) return limit
  throw new InvalidArgumentError(`Enter a whole number from 1 to ${MOST}.`)
}

function toJson({ recipient, subject, body, created_at }: OutboxMail) {
  return { to: recipient, subject, text: body, created_at: created_at.toISOString() }
}

function toText(mail: OutboxMail): string {
  const { to, subject, text, created_at } = toJson(mail)
  const shown = `To:      ${to}\nSubject: ${subject}\nDate:    ${created_at}\n\n${text.trimEnd()}\n`
  return `${'-'.repeat(72)}\n${shown.replaceAll(CONTROL, '')}`
}
