import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

/** The reply to a committed statement, which the service has not received. */
interface WithheldReply {
  /** Cuts the connection, so that the reply is lost. */
  lose(): void
  /** Delivers the reply late. */
  deliver(): void
}

export interface DatabaseProxy {
  /** The database behind the proxy. */
  readonly url: string
  /** Withholds the reply to the next statement so named; resolves when the server has sent it. */
  withholdReply(statement: string): Promise<WithheldReply>
  /** Ends every connection, and each new one at once, until `mend`. */
  cut(): void
  /**
   * Loses every byte from the next statement so named on, or from the next byte if none is named,
   * and leaves the connection open. Lasts until `mend`, which ends the connections that lost
   * something.
   */
  swallow(statement?: string): void
  /** Withholds every byte, in both directions, until `mend` passes all of them on. */
  stall(): void
  /** Delays each reply by so much, until `mend`. */
  delayReplies(ms: number): void
  /** Passes everything on again; replies that are withheld stay so. */
  mend(): void
  close(): Promise<void>
}

// ReadyForQuery outside of a transaction: everything before it is committed.
const READY_FOR_QUERY = Buffer.from('Z\0\0\0\x05I', 'latin1')

interface Trap {
  readonly statement: string
  spring(reply: WithheldReply): void
}

/** A proxy between the service and a server on a socket, which loses data on command. */
export async function startDatabaseProxy(server: pg.ClientConfig): Promise<DatabaseProxy> {
  const clients = new Set<Socket>()
  const upstreams = new Set<Socket>()
  const silent = new Set<Socket>()
  let isCut = false
  let swallowed: string | undefined
  let isStalled = false
  let delayMs = 0
  let trap: Trap | undefined

  function forward(client: Socket): void {
    if (isCut) {
      client.destroy()
      return
    }
    const upstream = net.connect(join(server.host ?? '', `.s.PGSQL.${server.port}`))
    let sprung: Trap | undefined
    let withheld = Buffer.alloc(0)
    const late: Buffer[] = []
    clients.add(client)
    upstreams.add(upstream)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    client.on('close', () => {
      clients.delete(client)
      silent.delete(client)
    })
    upstream.on('close', () => upstreams.delete(upstream))
    client.on('data', (chunk: Buffer) => {
      if (swallowed !== undefined && chunk.includes(swallowed)) silent.add(client)
      if (silent.has(client)) return
      if (trap && chunk.includes(trap.statement)) {
        sprung = trap
        trap = undefined
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (silent.has(client)) return
      if (!sprung) {
        pass(chunk)
        return
      }
      withheld = Buffer.concat([withheld, chunk])
      if (!withheld.subarray(-READY_FOR_QUERY.length).equals(READY_FOR_QUERY)) return
      sprung.spring({
        lose: () => void client.destroy(),
        deliver() {
          sprung = undefined
          pass(withheld)
          withheld = Buffer.alloc(0)
        },
      })
    })
    if (isStalled) for (const socket of [client, upstream]) socket.pause()

    /** Keeps the order, however the delay has changed: each timer passes on the oldest. */
    function pass(chunk: Buffer): void {
      if (delayMs === 0 && late.length === 0) {
        client.write(chunk)
        return
      }
      late.push(chunk)
      setTimeout(() => client.write(late.shift() ?? ''), delayMs)
    }
  }

  const sockets = () => [...clients, ...upstreams]

  const listener = net.createServer(forward).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const cut = () => {
    isCut = true
    for (const client of clients) client.destroy()
  }
  return {
    url: `postgres://${server.user}:${server.password}@127.0.0.1:${port}/${server.database}`,
    withholdReply: statement =>
      new Promise(spring => {
        trap = { statement, spring }
      }),
    cut,
    swallow(statement = '') {
      swallowed = statement
    },
    stall() {
      isStalled = true
      for (const socket of sockets()) socket.pause()
    },
    delayReplies(ms) {
      delayMs = ms
    },
    mend() {
      isCut = false
      isStalled = false
      delayMs = 0
      swallowed = undefined
      trap = undefined
      for (const client of silent) client.destroy()
      for (const socket of sockets()) socket.resume()
    },
    async close() {
      cut()
      listener.close()
      await once(listener, 'close')
    },
  }
}
