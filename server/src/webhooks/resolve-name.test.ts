import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { createResolveName } from './resolve-name.ts'

const TYPE_A = 1
const REFERENCE_TO_QUESTION = 0xc00c

/** Starts a name server that knows one IPv4 address for every name, or never replies. */
async function startNameServer({ isSilent = false } = {}): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    if (!isSilent) socket.send(replyTo(query), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

function replyTo(query: Buffer): Buffer {
  // The question ends after its name, which ends with a zero, its type and its class.
  const typeAt = query.indexOf(0, 12) + 1
  const hasAnswer = query.readUInt16BE(typeAt) === TYPE_A
  const reply = Buffer.from(query.subarray(0, typeAt + 4))
  reply.writeUInt16BE(0x8180, 2)
  reply.writeUInt16BE(hasAnswer ? 1 : 0, 6)
  reply.writeUInt16BE(0, 10)
  const answer = Buffer.alloc(16)
  answer.writeUInt16BE(REFERENCE_TO_QUESTION, 0)
  answer.writeUInt16BE(TYPE_A, 2)
  answer.writeUInt16BE(1, 4)
  answer.writeUInt16BE(4, 10)
  answer.set([192, 0, 2, 7], 12)
  return hasAnswer ? Buffer.concat([reply, answer]) : reply
}

it('finds the addresses of a name that has only one family', async () => {
  const resolve = createResolveName({ allowLoopback: false, servers: [await startNameServer()] })
  expect(await resolve('hook.example')).toEqual([{ address: '192.0.2.7', family: 4 }])
})

it('gives up on a name server that does not reply', async () => {
  const servers = [await startNameServer({ isSilent: true })]
  const resolve = createResolveName({ allowLoopback: false, timeoutMs: 300, servers })
  await expect(resolve('hook.example')).rejects.toMatchObject({ code: 'ETIMEOUT' })
})

it('knows localhost without a name server in local mode', async () => {
  const servers = [await startNameServer({ isSilent: true })]
  const resolve = createResolveName({ allowLoopback: true, timeoutMs: 300, servers })
  expect(await resolve('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 })
})
