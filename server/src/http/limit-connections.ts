import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionGuard {
  /** Whether a connection may stay open after its reply. */
  readonly keepsAlive: boolean
  /** Whether requests on this connection are refused, because it came when too many were open. */
  refuses(socket: Socket): boolean
}

/** Idle connections get no more than this share, so that new callers always find a place. */
const IDLE_SHARE = 1 / 2
/** The rest is for connections that get a refusal; connections beyond all of them are dropped. */
const SERVED_SHARE = 7 / 8

/** Keeps the server's connections from using up the files that the process may open. */
export function limitConnections(server: Server, most: number): ConnectionGuard {
  const mostIdle = Math.ceil(most * IDLE_SHARE)
  const mostServed = Math.ceil(most * SERVED_SHARE)
  const latecomers = new WeakSet<Socket>()
  let open = 0

  server.maxConnections = most
  server.on('connection', socket => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
    if (open > mostServed) latecomers.add(socket)
  })

  return {
    get keepsAlive() {
      return open <= mostIdle
    },
    refuses: socket => open > mostServed && latecomers.has(socket),
  }
}
