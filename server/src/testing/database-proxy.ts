import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

/** The reply to a statement that the server has processed and committed, and nobody has heard. */
interface WithheldReply {
  /** The connection dies and takes the reply with it. */
  lose(): void
  /** The reply arrives after all, late. */
  deliver(): void
}

export interface DatabaseProxy {
  /** The database behind the proxy. */
  readonly url: string
  /** Keeps back the reply to the next statement so named; resolves when the server has given it. */
  withholdReply(statement: string): Promise<WithheldReply>
  /** Ends every connection, and each new one at once, until `mend`. */
  cut(): void
  /**
   * Loses every byte from the next statement so named on, or from the next byte if none is named, with
   * the connection left open. Lasts until `mend`, which ends the connections that lost something.
   */
  swallow(statement?: string): void
  mend(): void
  close(): Promise<void>
}

// ReadyForQuery outside of a transaction: what came before it is committed.
const READY_FOR_QUERY = Buffer.from('Z\0\0\0\x05I', 'latin1')

interface Trap {
  readonly statement: string
  spring(reply: WithheldReply): void
}

/** Stands between the service and a server that listens on a socket, and loses what it is told to. */
export async function startDatabaseProxy(server: pg.ClientConfig): Promise<DatabaseProxy> {
  const clients = new Set<Socket>()
  const silent = new Set<Socket>()
  let isCut = false
  let swallowed: string | undefined
  let trap: Trap | undefined

  function forward(client: Socket): void {
    if (isCut) {
      client.destroy()
      return
    }
    const upstream = net.connect(join(server.host ?? '', `.s.PGSQL.${server.port}`))
    let sprung: Trap | undefined
    let withheld = Buffer.alloc(0)
    clients.add(client)
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
        client.write(chunk)
        return
      }
      withheld = Buffer.concat([withheld, chunk])
      if (!withheld.subarray(-READY_FOR_QUERY.length).equals(READY_FOR_QUERY)) return
      sprung.spring({
        lose: () => void client.destroy(),
        deliver() {
          sprung = undefined
          client.write(withheld)
          withheld = Buffer.alloc(0)
        },
      })
    })
  }

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
    mend() {
      isCut = false
      swallowed = undefined
      for (const client of silent) client.destroy()
    },
    async close() {
      cut()
      listener.close()
      await once(listener, 'close')
    },
  }
}
