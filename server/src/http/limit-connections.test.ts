import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { limitConnections } from './limit-connections.ts'

/** Half of the connections may be idle, and seven of eight are served. */
const MOST = 8

let server: Server
const sockets: Socket[] = []
beforeEach(async () => {
  server = createServer((request, response) => {
    response.setHeader('connection', guard.keepsAlive ? 'keep-alive' : 'close')
    response.writeHead(guard.refuses(request.socket) ? 503 : 200).end()
  })
  const guard = limitConnections(server, { most: MOST, mostPerAddress: 1 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
  await once(server, 'close')
})

async function connect(): Promise<Socket> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function request(socket: Socket): Promise<{ status: number; keepsAlive: boolean }> {
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [chunk] = await once(socket, 'data')
  const head = String(chunk)
  return { status: Number(head.split(' ')[1]), keepsAlive: /^connection: keep-alive/im.test(head) }
}

const served = { status: 200, keepsAlive: true }

it('keeps no more than half of the connections alive', async () => {
  const kept: boolean[] = []
  for (let client = 0; client < 20; client += 1) {
    const socket = await connect()
    const closed = once(socket, 'close')
    const { status, keepsAlive } = await request(socket)
    expect(status).toBe(200)
    kept.push(keepsAlive)
    if (!keepsAlive) await closed
  }
  expect(kept).toEqual([...Array(MOST / 2).fill(true), ...Array(16).fill(false)])
})

it('refuses requests on a late connection only, drops later ones, and then serves again', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: MOST - 1 }, connect))
  if (!first) throw new Error('no connection was made')
  const latecomer = await connect()
  await once(await connect(), 'close')
  expect(await request(latecomer)).toEqual({ status: 503, keepsAlive: false })
  expect(await request(first)).toMatchObject({ status: 200 })
  for (const socket of others) socket.destroy()
  await Promise.all(others.map(socket => socket.closed || once(socket, 'close')))
  expect(await request(await connect())).toEqual(served)
})

it('drops what one address or IPv6 network opens above its limit, and counts neither proxies nor this machine', async () => {
  const limited = net.createServer()
  const limits = limitConnections(limited, {
    most: 1_000,
    mostPerAddress: 2,
    proxies: ['10.0.0.0/8', '2001:db8:1::7'],
  })
  const arrive = (remoteAddress: string) => {
    const socket = Object.defineProperty(new net.Socket(), 'remoteAddress', {
      value: remoteAddress,
    })
    limited.emit('connection', socket)
    return socket
  }
  const isDropped = (address: string) => arrive(address).destroyed

  const first = arrive('203.0.113.1')
  expect([first, arrive('127.0.0.1')].map(limits.isCrowded)).toEqual([true, false])
  expect(['203.0.113.1', '::ffff:203.0.113.1', '203.0.113.2'].map(isDropped)).toEqual([
    false,
    true,
    false,
  ])
  const network = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::', '2001:db8:0:1::1']
  expect(network.map(isDropped)).toEqual([false, false, true, false])
  const many = ['10.1.2.3', '2001:db8:1::7', '127.0.0.1', '::1'].flatMap(address =>
    Array(5).fill(address),
  )
  expect(many.some(isDropped)).toBe(false)

  first.destroy()
  await once(first, 'close')
  expect(['203.0.113.1', '203.0.113.1'].map(isDropped)).toEqual([false, true])
})
