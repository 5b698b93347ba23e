import { once } from 'node:events'
import net from 'node:net'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, expect, it } from 'vitest'
import { connectionLimits } from '../connection-limits.ts'
import type { CrashPayer } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { expectError } from '../testing/scenes/expect-contract.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { captured } from '../testing/scenes/read-ledger.ts'
import { sendRequest } from '../testing/scenes/send-bytes.ts'

const OPEN_FILES = 256
const CLIENTS = 400

const at = useCrashScene(
  { FOOTNOTE_ACCOUNT_CALLS: '0', FOOTNOTE_BREAKER_SECONDS: '600' },
  { openFiles: OPEN_FILES },
)
let payer: CrashPayer
beforeEach(async () => {
  payer = await at.scene.createPayer()
})

it('refuses requests while silent connections use up the limit, and still answers probes', async () => {
  const { url } = at.scene.service
  const { clients } = connectionLimits({ openFiles: OPEN_FILES, wantedCalls: 512 })
  const { hostname, port } = new URL(url)
  // Seven of eight places; the others are for refusals.
  const silent = Array.from({ length: Math.ceil((clients * 7) / 8) }, () =>
    net.connect(Number(port), hostname),
  )
  await Promise.all(silent.map(socket => once(socket, 'connect')))
  // On a new connection, as fetch might not.
  const headers = [`Authorization: Bearer ${payer.key}`]
  const get = (path: string) => sendRequest(url, { line: `GET ${path}`, headers })
  // Connections of several listening sockets are accepted in any order.
  await waitFor('the limit', async () => (await get('/api/v1/wallet')).status === 503)
  const refusal = await get('/api/v1/wallet')
  expectError('SERVICE_UNAVAILABLE', refusal)
  expect(refusal.headers.get('connection')).toBe('close')
  expect((await get('/readyz')).status).toBe(200)
  for (const socket of silent) socket.destroy()
  await waitFor('a place to be free', async () => (await get('/api/v1/wallet')).status === 200)
})

it('serves what it can of 400 clients with 256 open files, refunds nothing and keeps the breaker closed', async () => {
  const { upstream } = at.scene
  const held = holdCalls(upstream)
  let ended = 0
  const calls = Array.from({ length: CLIENTS }, () => payer.answer().finally(() => (ended += 1)))
  await waitFor('the upstream to be at work', () => upstream.requests.length >= 32)
  await waitFor('every other client to be refused or to wait', () => ended >= CLIENTS / 2)
  held.release()
  const replies = await Promise.all(calls)
  const paid = replies.filter(reply => reply?.status === 200)
  expect(paid.length).toBeGreaterThanOrEqual(32)
  // A client beyond the last connection has no reply.
  for (const reply of replies) expect([200, 503, undefined]).toContain(reply?.status)
  expect(await payer.ledger()).toMatchObject({ charges: paid.map(() => captured) })
  expect((await payer.answer())?.status).toBe(200)
  expect(at.scene.service.output()).toContain('ulimit -n')
})
