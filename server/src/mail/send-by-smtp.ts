import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { SMTPTransportGetSocket } from 'nodemailer/lib/smtp-transport'
import { isLoopback } from '../local-mode.ts'
import { requireOneAddress } from './mailer.ts'
import type { ClaimedMail } from './outbox.ts'

export interface SmtpServer {
  readonly url: string
  /** The sender, such as `Footnote <hello@example.com>`. */
  readonly from: string
}

const STEP_MS = 20_000
const PORTS = { 'smtps:': 465, 'smtp:': 587 }

/**
 * Sends one message to a mail server over its own connection. The signal aborts it at any point: a
 * server that hangs must delay neither other messages nor the end of the process.
 */
export async function sendBySmtp(
  { url, from }: SmtpServer,
  { id, recipient, subject, body }: ClaimedMail,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  requireOneAddress({ to: recipient, subject })
  const transport = await openTransport(url, signal)
  await transport.sendMail({
    from,
    to: { name: '', address: recipient },
    subject,
    text: body,
    // The same id for every attempt, so that mail programs can detect a duplicate.
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
}

/** Signs in to a mail server and sends nothing. Rejects if the server would not take mail. */
export async function verifySmtp(
  { url }: SmtpServer,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  await (await openTransport(url, signal)).verify()
}

async function openTransport(url: string, signal: AbortSignal) {
  // Loaded only here, since most starts never send anything.
  const { createTransport } = await import('nodemailer')
  const { auth, ...server } = readSmtpUrl(url)
  return createTransport({
    ...server,
    ...(auth && { auth, forceAuth: true }),
    // A password never crosses a network in the clear, whatever the server offers.
    requireTLS: auth !== undefined && !isLoopback(server.host),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: openSocket(server, signal),
  })
}

function readSmtpUrl(text: string) {
  const url = new URL(text)
  const protocol = url.protocol as keyof typeof PORTS
  const [user, pass] = [url.username, url.password].map(decodeURIComponent)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORTS[protocol] : Number(url.port),
    secure: protocol === 'smtps:',
    auth: user ? { user, pass } : undefined,
  }
}

function domainOf(from: string): string {
  return /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

/** Opens our own socket, since nodemailer's cannot be closed from outside. */
function openSocket(
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): SMTPTransportGetSocket {
  return (_options, callback) => {
    open().then(
      connection => callback(null, { connection }),
      (error: Error) => callback(error, false),
    )
  }

  async function open(): Promise<Socket> {
    signal.throwIfAborted()
    const socket = connect({ host, port })
    const end = () => socket.destroy()
    signal.addEventListener('abort', end, { once: true })
    socket.once('close', () => signal.removeEventListener('abort', end))
    try {
      await once(socket, 'connect', {
        signal: AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)]),
      })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
}
