import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { captured, readLedger, refunded } from '../testing/scenes/read-ledger.ts'
import { startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { answerWell } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
afterAll(() => test.close())

const CALLS = [
  ['answer', { query: 'q' }],
  ['research', { input: 'i' }],
  ['finance_research', { input: 'i' }],
] as const
const OUTCOMES = [
  ['captured when the upstream succeeds', answerWell, captured],
  ['refunded when the upstream fails', () => ({ status: 500, body: {} }), refunded],
] as const

describe.each(CALLS)('a caller who hangs up on %s does not stop it', (tool, body) => {
  it.each(OUTCOMES)('%s', async (_, reply, settled) => {
    const { key, accountId } = await test.createPayer()
    const held = holdCalls(test.upstream, reply)
    const caller = new AbortController()
    const call = fetch(`${test.service.url}/api/v1/${tool}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: caller.signal,
    })
    await held.arrived
    caller.abort()
    await expect(call).rejects.toThrow()
    // The service has certainly noticed the closed connection once it has served another.
    await fetch(`${test.service.url}/healthz`)
    expect((await readLedger(test.database, accountId)).charges).toMatchObject([{ state: 'held' }])

    held.release()
    const charges = await waitFor('the charge to be settled', async () => {
      const ledger = await readLedger(test.database, accountId)
      return ledger.charges[0]?.state !== 'held' && ledger.charges
    })
    expect(charges).toMatchObject([settled])
    expect(await auditDatabase(test.connection)).toEqual([])
  })
})

it('a request that was refused because it arrived too slowly is not run when its rest arrives', async () => {
  const { key, accountId } = await test.createPayer()
  const started = Promise.withResolvers<{ server: Server; socket: Socket }>()
  const onStart = (message: unknown) =>
    started.resolve(message as { server: Server; socket: Socket })
  subscribe('http.server.request.start', onStart)
  onTestFinished(() => void unsubscribe('http.server.request.start', onStart))
  const { hostname, port } = new URL(test.service.url)
  const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const body = JSON.stringify({ query: 'q' })
  client.write(
    `POST /api/v1/answer HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 3)}`,
  )
  const { server, socket } = await started.promise
  // As Node does when its timer runs before the rest is read.
  const code = 'ERR_HTTP_REQUEST_TIMEOUT'
  server.emit('clientError', Object.assign(new Error(code), { code }), socket)
  const closed = once(socket, 'close')
  client.write(body.slice(3))
  expect(await text(client)).toMatch(/^HTTP\/1.1 400 .*must arrive within/s)
  client.end()
  await closed
  await fetch(`${test.service.url}/healthz`)
  expect((await readLedger(test.database, accountId)).charges).toEqual([])
})
