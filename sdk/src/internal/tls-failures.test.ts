import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../../../platform/src/testing/self-signed.ts'
import { startStubUpstream } from '../../../server/src/testing/stubs/stub-upstream.ts'
import { openClient, transports } from '../testing/open-client.ts'

const startSecure = async () => {
  const server = await startStubUpstream(undefined, { tls: selfSigned })
  onTestFinished(server.close)
  return server
}

/** A server that accepts connections but does not speak TLS. */
async function startRaw(greet: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => greet(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function trustSelfSigned(): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, selfSigned.cert])
  onTestFinished(() => setDefaultCACertificates(before))
}

describe.each(transports)('over %s', (_name, createTransport) => {
  const ask = (url: string) =>
    openClient(url, { transport: createTransport() }).client.answer({ query: 'q' })

  it('reports nothing charged when the certificate is not trusted, and sends nothing', async () => {
    const server = await startSecure()
    await expect(ask(server.url)).rejects.toMatchObject({
      code: 'NO_REPLY',
      stage: 'tls',
      money: 'not_charged',
      message: expect.stringMatching(
        /^Could not establish a secure connection to .*CERT.*Nothing was charged.*trusts/,
      ),
    })
    expect(server.requests).toEqual([])
  })

  it('reports nothing charged when the service uses plain HTTP', async () => {
    const server = await startStubUpstream()
    onTestFinished(server.close)
    await expect(ask(server.url.replace('http:', 'https:'))).rejects.toMatchObject({
      stage: 'tls',
      money: 'not_charged',
      message: expect.stringContaining('check that the service uses HTTPS'),
    })
    expect(server.requests).toEqual([])
  })

  it('reports nothing charged when the connection is closed during the handshake', async () => {
    const url = await startRaw(socket => socket.end())
    await expect(ask(url)).rejects.toMatchObject({ stage: 'tls', money: 'not_charged' })
  })

  it('reports no connection, not a failed handshake, when nothing is listening', async () => {
    const server = await startStubUpstream()
    await server.close()
    const failure = ask(server.url.replace('http:', 'https:'))
    await expect(failure).rejects.toMatchObject({ stage: 'connect', money: 'not_charged' })
  })

  it('reports an unknown outcome when a secure connection is lost after the call was sent', async () => {
    trustSelfSigned()
    const server = await startSecure()
    server.handler = () => ({ write: response => response.destroy() })
    await expect(ask(server.url)).rejects.toMatchObject({ stage: 'reply', money: 'unknown' })
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})

it('recognises a reset handshake even if the runtime gives no reason', async () => {
  const url = await startRaw(socket => socket.resetAndDestroy())
  const { client } = openClient(url)
  await expect(client.answer({ query: 'q' })).rejects.toMatchObject({
    stage: 'tls',
    money: 'not_charged',
    cause: { code: 'ECONNRESET' },
  })
})
