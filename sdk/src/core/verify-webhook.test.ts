import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { verifyWebhook } from './verify-webhook.ts'

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`
const secret = secretOf('a secret of thirty-two bytes....')
const body = '{"type":"wallet.low","timestamp":"2026-11-16T09:30:00.000Z","data":{"a":"é"}}'

/** Signs a message with the official package. */
function sign({ by = [secret], at = new Date() } = {}): Record<string, string> {
  return {
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': by.map(each => new Webhook(each).sign('one', at, body)).join(' '),
  }
}

it('returns a genuine message with its id', async () => {
  const headers = sign()
  const message = { ...JSON.parse(body), id: 'one' }
  expect(await verifyWebhook({ secret, headers, body })).toEqual(message)
  expect(await verifyWebhook({ secret, headers: new Headers(headers), body })).toEqual(message)
})

it('takes either of two signatures after a rotation', async () => {
  const headers = sign({ by: [secretOf('another secret, of another day'), secret] })
  expect(await verifyWebhook({ secret, headers, body })).toMatchObject({ type: 'wallet.low' })
})

it.each([
  ['a changed body', { headers: sign(), body: body.replace('low', 'recharged') }],
  ['a foreign secret', { headers: sign({ by: [secretOf('of somebody else, and long')] }), body }],
  ['another id', { headers: { ...sign(), 'webhook-id': 'two' }, body }],
  ['an old message', { headers: sign({ at: new Date(Date.now() - 600_000) }), body }],
  ['a malformed signature', { headers: { ...sign(), 'webhook-signature': 'v1,% v2' }, body }],
  ['no headers', { headers: {}, body }],
])('rejects %s', async (_name, received) => {
  expect(await verifyWebhook({ secret, ...received })).toBeUndefined()
})
