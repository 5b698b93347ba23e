import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifyWebhook, type WebhookMessage } from '@footnote/sdk'
import { expect, it, onTestFinished } from 'vitest'
import { forwardEvent } from './forward-event.ts'
import { newEvents } from './listen-command.ts'

const secret = 'whsec_YSBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcy4uLi4='
const body = '{"type": "wallet.low", "timestamp": "2026-11-15T09:35:00.000Z", "data": {}}'

it('forwards an event so that the SDK verifies it, and reports a port that is closed', async () => {
  let received: WebhookMessage | undefined
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    received = await verifyWebhook({ secret, headers: request.headers, body: sent })
    response.writeHead(204).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await forwardEvent({ event_id: 'one', body }, { url, secret })).toBe('204')
  expect(received).toMatchObject({ id: 'one', type: 'wallet.low' })
  const closed = { url: 'http://127.0.0.1:1/', secret }
  expect(await forwardEvent({ event_id: 'one', body }, closed)).toMatch(/^not sent/)
})

it('forwards each event once, oldest first, also one that was committed late', () => {
  const seen = new Set<string>()
  const next = (...ids: string[]) =>
    newEvents(
      ids.map(event_id => ({ event_id })),
      seen,
    ).map(({ event_id }) => event_id)
  expect(next('b')).toEqual(['b'])
  expect(next('d', 'c', 'b', 'a')).toEqual(['a', 'c', 'd'])
  expect(next('d', 'c', 'b', 'a')).toEqual([])
})
