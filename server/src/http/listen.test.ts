import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import net from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { listen } from './listen.ts'

const host = '127.0.0.1'

it('answers on every socket of its port, which nobody else gets, and frees it at the end', async () => {
  const [app, other, next] = [fastify(), fastify(), fastify()]
  app.get('/', async () => 'served')
  await listen(app, { host, port: 0, isWorker: false })
  const { port } = app.server.address() as AddressInfo
  const replies = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = net.connect(port, host)
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      const [chunk] = await once(socket, 'data')
      socket.destroy()
      return String(chunk)
    }),
  )
  expect(replies.filter(reply => reply.startsWith('HTTP/1.1 200'))).toHaveLength(200)
  await expect(listen(other, { host, port, isWorker: false })).rejects.toThrow('EADDRINUSE')
  await app.close()
  await listen(next, { host, port, isWorker: false })
  await next.close()
})
