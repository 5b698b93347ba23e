import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { answerMain } from './answer-main.ts'

export interface HoldOrder {
  readonly url: string
  /** One connection for each. */
  readonly requests: readonly { readonly path: string; readonly key: string }[]
  /** Sent by POST; without one the request is a GET. */
  readonly body?: object
}

/** More connections opened at once could overflow the server's backlog. */
const AT_ONCE = 100

/** Callers who have sent a request and wait, each on a connection of its own. */
const sockets = new Set<Socket>()
let answered = 0
let refusal: string | undefined

answerMain({
  async open({ url, requests, body }: HoldOrder) {
    for (let from = 0; from < requests.length; from += AT_ONCE) {
      const some = requests.slice(from, from + AT_ONCE)
      await Promise.all(some.map(request => send(url, { ...request, body })))
    }
  },
  /** How many have received anything. */
  answered() {
    if (refusal !== undefined) throw new Error(`a caller was refused: ${refusal}`)
    return answered
  },
  close() {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    answered = 0
  },
})

async function send(
  url: string,
  { path, key, body }: { path: string; key: string; body: object | undefined },
): Promise<void> {
  const { host, hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  sockets.add(socket)
  socket.on('error', () => {})
  socket.once('data', (chunk: Buffer) => {
    if (!chunk.toString('latin1').startsWith('HTTP/1.1 200 ')) refusal ??= chunk.toString('latin1')
    answered += 1
    socket.resume()
  })
  await once(socket, 'connect')
  const head = `HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n`
  const text = JSON.stringify(body)
  socket.write(
    text === undefined
      ? `GET ${path} ${head}\r\n`
      : `POST ${path} ${head}content-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
  )
}
