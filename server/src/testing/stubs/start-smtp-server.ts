import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly headers: string
  readonly body: string
}

export interface TestSmtpServer {
  readonly url: string
  readonly port: number
  /** Complete messages that it has received, in order. */
  readonly received: readonly ReceivedMail[]
  /** Number of connections. */
  readonly connections: number
  /** Checks each recipient before it is accepted; an error it throws is the server's refusal. */
  judge: (recipient: string) => void | Promise<void>
  close(): Promise<void>
}

/** A refusal in the server's own words, which quote the address as real ones do. */
export function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}

/** A real mail server on this machine that accepts everything by default. */
export async function startSmtpServer({ port = 0 } = {}): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(_session, callback) {
      connections += 1
      callback()
    },
    onRcptTo({ address }, _session, callback) {
      Promise.try(test.judge, address).then(() => callback(), callback)
    },
    onData(stream, { envelope }, callback) {
      text(stream).then(raw => {
        const [headers = '', ...body] = raw.split('\r\n\r\n')
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          headers,
          body: body.join('\r\n\r\n'),
        })
        callback()
      }, callback)
    },
  })
  // A client that disconnects halfway is no error for a server.
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address() as AddressInfo
  const test: TestSmtpServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    get connections() {
      return connections
    },
    judge: () => {},
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return test
}
