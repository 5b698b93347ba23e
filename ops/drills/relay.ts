import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

/** An address that leads to one cluster and can be moved to another, as a virtual address or a proxy would. */
export interface Relay {
  readonly url: string
  /** Cuts all connections and leads new ones to this cluster. */
  moveTo(cluster: Cluster): void
  close(): void
}

export async function startRelay(cluster: Cluster): Promise<Relay> {
  let target = cluster
  const open = new Set<Socket>()
  const server = createServer(client => {
    const onward = connect(join(target.folder, '.s.PGSQL.5432'))
    for (const socket of [client, onward]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        onward.destroy()
      })
    }
    client.pipe(onward).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://footnote@127.0.0.1:${port}/footnote`,
    moveTo(next) {
      target = next
      cut()
    },
    close() {
      server.close()
      cut()
    },
  }
}
