import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Node accepts one connection of each listening socket in a turn of the event loop. Turns are long in a busy
 * process, so with one socket, new callers would wait in the kernel for seconds, whoever they are.
 */
const SOCKETS = 32
/** Connections of each socket that the kernel keeps until they are accepted. */
const BACKLOG = 511

interface Address {
  readonly port: number
  readonly host: string
}

/** Makes the app listen, with several sockets where the system spreads connections over them. */
export async function listen(
  app: FastifyInstance,
  { port, host, isWorker }: Address & { isWorker: boolean },
): Promise<void> {
  // A worker gets its connections from the parent, many in one turn.
  const spreads = process.platform === 'linux' && !isWorker
  if (spreads && port !== 0) await requireFree({ port, host })
  const options = { host, backlog: BACKLOG, reusePort: spreads }
  // As Node's own HTTP server opens its connections.
  const others = Array.from({ length: spreads ? SOCKETS - 1 : 0 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, socket =>
      app.server.emit('connection', socket),
    ),
  )
  app.addHook('preClose', async () => {
    for (const other of others) other.close()
  })
  await app.listen({ ...options, port })
  const { port: chosen } = app.server.address() as AddressInfo
  await Promise.all(
    others.map(other => once(other.listen({ ...options, port: chosen }), 'listening')),
  )
}

/** Rejects if somebody listens here: sockets that spread connections would share them with a stranger. */
async function requireFree(address: Address): Promise<void> {
  const probe = createServer().listen({ ...address, exclusive: true })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
