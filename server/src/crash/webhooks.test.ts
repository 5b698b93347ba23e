import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../keys/keys.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { createEndpoint } from '../webhooks/endpoints.ts'
import { createWebhookSeal } from '../webhooks/webhook-secret.ts'

const SECRET = 'a secret of the service that is long enough'
const at = useCrashScene({ FOOTNOTE_WEBHOOK_LOOPBACK: 'on', FOOTNOTE_SECRET: SECRET })

const heard: (string | undefined)[] = []
let holds = false
const receiver = createServer((request, response) => {
  heard.push(request.headers['webhook-id']?.toString())
  if (!holds) response.writeHead(204).end()
})
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

it('delivers an event after a restart if the service died before its delivery was confirmed', async () => {
  const { accountId } = await at.scene.createPayer()
  const { database } = at.scene
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const seal = createWebhookSeal(SECRET)
  await createEndpoint(
    { client: database, seal },
    { accountId, url, events: ['key.created'], most: 1 },
  )
  holds = true
  await createKey(database, { accountId, name: randomUUIDv7() })
  await waitFor('the first attempt', () => heard.length === 1)
  await at.scene.service.kill()
  holds = false
  // The lease of the attempt ends without anybody's doing.
  await database.query('update webhook_delivery set next_try_at = clock_timestamp()')
  await at.scene.restart()
  await waitFor('the delivery', async () => {
    const { rows } = await database.query('select from webhook_delivery where delivered_at is null')
    return rows.length === 0
  })
  expect(new Set(heard).size).toBe(1)
  expect(heard.length).toBeGreaterThanOrEqual(2)
})
