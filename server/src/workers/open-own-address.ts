import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface OwnAddress {
  readonly url: string
  /** Lets this server answer. Connections that came earlier were refused. */
  serve(server: Server): void
  close(): Promise<void>
}

/**
 * Opens an address that leads to this worker alone, since the shared port leads to any of them and only
 * this one has its calls in memory. Other machines need to reach it only if they reach this one at all,
 * at `instanceUrl`: worker 2 of http://10.0.0.5:8787 is then at port 8789.
 */
export async function openOwnAddress({
  instanceUrl,
  host,
  index,
}: {
  instanceUrl: string | undefined
  host: string
  index: number
}): Promise<OwnAddress> {
  let serve = (socket: Socket): void => void socket.destroy()
  // As Node's own HTTP server opens its connections.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, socket => serve(socket))
  const url = new URL(instanceUrl ?? 'http://127.0.0.1')
  const port = instanceUrl === undefined ? 0 : Number(url.port || 80) + index
  // Exclusive: workers share all other ports.
  server.listen({ port, host: instanceUrl === undefined ? '127.0.0.1' : host, exclusive: true })
  await once(server, 'listening')
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.origin,
    serve(http) {
      serve = socket => void http.emit('connection', socket)
    },
    // Those who are connected belong to the HTTP server by now.
    async close() {
      server.close()
    },
  }
}
