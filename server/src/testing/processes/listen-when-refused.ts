import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createConnection, createServer } from 'node:net'
import { type StubHandler, type StubRequest, startStubUpstream } from '../stubs/stub-upstream.ts'

export interface LateListener {
  readonly url: string
  readonly requests: readonly StubRequest[]
  /** Number of connections that were refused before somebody listened. */
  refusals(): number
  close(): Promise<void>
}

/**
 * An address that refuses the first connection of the upstream's client, and accepts every later
 * one.
 */
export async function listenWhenRefused(handler: StubHandler): Promise<LateListener> {
  const port = await findFreePort()
  const stub = await startStubUpstream(handler)
  const relay = createServer(socket => {
    socket.on('error', () => {})
    const { hostname, port: target } = new URL(stub.url)
    const onward = createConnection(Number(target), hostname)
    onward.on('error', () => {})
    socket.pipe(onward).pipe(socket)
  })
  let refusals = 0
  const connectErrors = channel('undici:client:connectError')
  const onRefused = (message: unknown) => {
    const { connectParams } = message as { connectParams: { port: string } }
    if (Number(connectParams.port) !== port) return
    refusals += 1
    if (!relay.listening) relay.listen(port, '127.0.0.1')
  }
  connectErrors.subscribe(onRefused)
  return {
    url: `http://127.0.0.1:${port}`,
    requests: stub.requests,
    refusals: () => refusals,
    async close() {
      connectErrors.unsubscribe(onRefused)
      relay.close()
      await stub.close()
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
