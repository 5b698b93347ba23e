import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ApiError } from '../../api-error.ts'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../../testing/scenes/payment-scene.ts'
import { toApiError, writeError } from '../write-error.ts'
import { addStripeWebhook } from './stripe-webhook.ts'

let scene: PaymentScene
let app: FastifyInstance
beforeAll(async () => {
  scene = await openPaymentScene()
  app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    writeError(toApiError(error, request) ?? new ApiError('SERVICE_UNAVAILABLE'), request, reply),
  )
  addStripeWebhook(app, scene.payments)
  await app.listen({ port: 0, host: '127.0.0.1' })
  scene.stripe.webhookUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/webhooks/stripe`
})
afterAll(async () => {
  await app.close()
  await scene.close()
})

let accountId: string
let sessionId: string
beforeEach(async () => {
  scene.proxy.mend()
  accountId = await scene.createAccount()
  sessionId = (await scene.recharge(accountId)).sessionId
})

const post = async (body: Buffer, headers: Record<string, string> = {}) => {
  const url = scene.stripe.webhookUrl ?? ''
  const reply = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
  return reply.status
}

it('gets 200 once it is booked, and again when it is repeated', async () => {
  const event = scene.stripe.books.pay(sessionId)
  expect(await scene.stripe.send(event)).toBe(200)
  expect(await scene.stripe.send(event)).toBe(200)
  expect(await scene.wallet(accountId)).toMatchObject({ balance_units: 1_000 * UNITS_PER_CENT })
})

it('gets 400 without a valid signature, 200 for events that do not concern us', async () => {
  const event = scene.stripe.books.pay(sessionId)
  const { body, signature } = scene.stripe.sign(event)
  expect(await post(body)).toBe(400)
  expect(await post(body, { 'stripe-signature': 't=1,v1=00' })).toBe(400)
  expect(await post(Buffer.from(`${body} `), { 'stripe-signature': signature })).toBe(400)
  expect(await post(Buffer.alloc(0), { 'stripe-signature': signature })).toBe(400)
  expect(await scene.stripe.send({ ...event, type: 'customer.created' })).toBe(200)
  expect(await scene.wallet(accountId)).toMatchObject({ balance_units: 0 })
})

it('gets 503 while the database is away, so that it is sent again', async () => {
  const event = scene.stripe.books.pay(sessionId)
  scene.proxy.cut()
  expect(await scene.stripe.send(event)).toBe(503)
  scene.proxy.mend()
  await expect.poll(() => scene.stripe.send(event)).toBe(200)
  expect(await scene.wallet(accountId)).toMatchObject({ balance_units: 1_000 * UNITS_PER_CENT })
})

it('arrives by itself when somebody pays on the page', async () => {
  const session = scene.stripe.books.sessions.get(sessionId)
  const page = await fetch(session?.url ?? '')
  expect(await page.text()).toContain('Pay 10.00 USD')
  const choose = (choice: string) =>
    fetch(session?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ choice }),
      redirect: 'manual',
    })
  expect((await choose('cancel')).headers.get('location')).toBe(session?.cancel_url)
  expect(await scene.wallet(accountId)).toMatchObject({ balance_units: 0 })
  expect((await choose('pay')).headers.get('location')).toBe(session?.success_url)
  expect(await scene.wallet(accountId)).toMatchObject({ balance_units: 1_000 * UNITS_PER_CENT })
})
