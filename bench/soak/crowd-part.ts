import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { answerMain } from '../answer-main.ts'

export interface Crowd {
  readonly opened: number
  readonly refused: number
}

/** Connections that are opened at the same time; more would only wait in the queue of the kernel. */
const AT_ONCE = 200
/** A slow sender sends a byte of its headers this often. */
const BYTE_MS = 1_000

const open = new Set<Socket>()
const slow = new Set<Socket>()
setInterval(() => {
  for (const socket of slow) if (open.has(socket)) socket.write('x')
}, BYTE_MS).unref()

answerMain({ open: openAll, left: () => open.size })

/** Opens so many connections, half of them silent and half of them sending their headers byte by byte. */
async function openAll({ url, connections }: { url: string; connections: number }): Promise<Crowd> {
  const { hostname, port } = new URL(url)
  let begun = 0
  let refused = 0

  async function work(): Promise<void> {
    while (begun < connections) {
      begun += 1
      const isSlow = begun % 2 === 0
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
      // Read, so that the end of the connection is noticed.
      socket.resume()
      try {
        await once(socket, 'connect')
        open.add(socket)
        if (isSlow) {
          socket.write('POST /api/v1/answer HTTP/1.1\r\nhost: x\r\nx-slow: ')
          slow.add(socket)
        }
      } catch {
        refused += 1
      }
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { opened: begun - refused, refused }
}
