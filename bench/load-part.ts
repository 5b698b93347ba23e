import { connect, type Socket } from 'node:net'
import { answerMain } from './answer-main.ts'
import { type Latencies, summarise } from './latencies.ts'

export interface LoadOrder {
  readonly url: string
  readonly path: string
  /** Used in turn, so that neighbouring requests are of different wallets. */
  readonly keys: readonly string[]
  /** More headers of each request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly connections: number
  readonly warmUpMs: number
  readonly durationMs: number
}

export interface LoadResult extends Latencies {
  /** Good answers within the measured time. */
  readonly perSecond: number
  /** Good answers in all, the warm-up and the last ones under way included. */
  readonly answered: number
}

/** More than any run needs; a run that gets there is stopped by an error. */
const MOST_SAMPLES = 2_000_000

answerMain({ run })

/** A closed loop on raw sockets: each connection sends again when its answer is whole. */
async function run(order: LoadOrder): Promise<LoadResult> {
  const requests = order.keys.map(key => requestFor(order, key))
  const startAt = performance.now() + order.warmUpMs
  const endAt = startAt + order.durationMs
  const latenciesMs: number[] = []
  let answered = 0
  let sent = 0

  async function work(): Promise<void> {
    const { socket, exchange } = await open(order.url)
    for (let now = performance.now(); now < endAt; ) {
      const request = requests[sent % requests.length] as Buffer
      sent += 1
      if (sent > MOST_SAMPLES) throw new Error('the run has no end')
      await exchange(request)
      answered += 1
      const then = now
      now = performance.now()
      if (now >= startAt && now < endAt) latenciesMs.push(now - then)
    }
    socket.destroy()
  }

  await Promise.all(Array.from({ length: order.connections }, work))
  const perSecond = (latenciesMs.length * 1_000) / order.durationMs
  return { perSecond, answered, ...summarise(latenciesMs) }
}

function requestFor({ url, path, headers = {} }: LoadOrder, key: string): Buffer {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const body = JSON.stringify({ query: 'What is the capital of Bolivia?' })
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\n${more.join('')}content-length: ${body.length}\r\n\r\n${body}`,
  )
}

async function open(
  url: string,
): Promise<{ socket: Socket; exchange(request: Buffer): Promise<void> }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let waiting: PromiseWithResolvers<void> | undefined
  let head = ''
  /** Bytes of the body still to come; undefined while the head is read. */
  let missing: number | undefined

  function fail(error: Error): void {
    waiting?.reject(error)
    socket.destroy()
  }

  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))
  socket.on('data', (chunk: Buffer) => {
    if (missing === undefined) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) {
        fail(new Error(`not an answer: ${head.slice(0, 600)}`))
        return
      }
      missing = Number(length) - (head.length - end - 4)
    } else {
      missing -= chunk.length
    }
    if (missing > 0) return
    if (missing < 0) fail(new Error('an answer is longer than it says'))
    head = ''
    missing = undefined
    waiting?.resolve()
  })
  return {
    socket,
    exchange(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
  }
}
