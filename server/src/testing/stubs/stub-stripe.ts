import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { StripeConfig } from '../../config.ts'
import { createStubBooks, type StubBooks, type StubEvent } from './stub-stripe-books.ts'
import { checkoutPage } from './stub-stripe-page.ts'

interface StubStripeRequest {
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | undefined
}

export interface StubStripe {
  /** The service's configuration for it, and the settings that contain it. */
  readonly config: StripeConfig
  readonly settings: Readonly<Record<string, string>>
  /** Its books, and functions that change them. */
  readonly books: StubBooks
  /** Every request to the API so far. */
  readonly requests: StubStripeRequest[]
  /** URL for automatic webhooks; none are sent while it is undefined. */
  webhookUrl: string | undefined
  /**
   * Decides about each request to the API. `lose` performs it and drops the reply; a promise delays
   * the reply, whose content stays as of the request.
   */
  interfere: (request: StubStripeRequest) => 'serve' | 'refuse' | 'lose' | Promise<unknown>
  /** A signed event as it is sent, built with Stripe's official library. */
  sign(
    event: StubEvent,
    options?: { secret?: string; timestamp?: number },
  ): { body: Buffer; signature: string }
  /** Sends an event to the webhook; returns the status of the reply. */
  send(event: StubEvent, to?: string): Promise<number>
  close(): Promise<void>
}

type Found = { readonly status?: number; readonly body: unknown } | { readonly seeOther: string }

const SECRET = 'whsec_of_the_tests'

/** A stub of Stripe: its API over HTTP, its payment page, and its signed webhooks. */
export async function startStubStripe({ livemode = false } = {}): Promise<StubStripe> {
  const requests: StubStripeRequest[] = []
  const remembered = new Map<string, { found: Found; form: string }>()
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const books = createStubBooks({ livemode, pageOf: id => `${url}/pay/${id}` })
  const apiKey = livemode ? 'sk_live_of_the_tests' : 'sk_test_of_the_tests'
  const { webhooks } = new Stripe(apiKey)
  const told = new Set<string>()

  const stub: StubStripe = {
    config: { url, apiKey, webhookSecret: SECRET },
    settings: {
      FOOTNOTE_STRIPE_URL: url,
      FOOTNOTE_STRIPE_KEY: apiKey,
      FOOTNOTE_STRIPE_WEBHOOK_SECRET: SECRET,
    },
    books,
    requests,
    webhookUrl: undefined,
    interfere: () => 'serve',
    sign(event, { secret = SECRET, timestamp = Math.floor(Date.now() / 1_000) } = {}) {
      const payload = JSON.stringify(event)
      const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp })
      return { body: Buffer.from(payload), signature }
    },
    async send(event, to = stub.webhookUrl) {
      if (to === undefined) throw new Error('there is no webhook')
      told.add(event.id)
      const { body, signature } = stub.sign(event)
      const { status } = await fetch(to, {
        method: 'POST',
        headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
        body: new Uint8Array(body),
      })
      return status
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return stub

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    const method = request.method ?? ''
    if (pathname.startsWith('/pay/')) {
      await servePage(response, { method, sessionId: pathname.slice(5), form })
      return
    }
    const idempotencyKey = request.headers['idempotency-key'] as string | undefined
    const seen = {
      method,
      path: `${pathname}${searchParams.size > 0 ? '?' : ''}${searchParams}`,
      idempotencyKey,
    }
    requests.push(seen)
    const fate = stub.interfere(seen)
    if (fate === 'refuse') {
      write(response, { status: 503, body: { error: { type: 'api_error', message: 'down' } } })
      return
    }
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      write(response, { status: 401, body: { error: { type: 'invalid_request_error' } } })
      return
    }
    const key = method === 'POST' ? idempotencyKey : undefined
    const before = key === undefined ? undefined : remembered.get(key)
    const found = !before
      ? structuredClone(answer({ method, pathname, searchParams, form }))
      : before.form === String(form)
        ? before.found
        : { status: 400, body: { error: { type: 'idempotency_error', message: 'Other form' } } }
    if (key && !before) remembered.set(key, { found, form: String(form) })
    if (fate instanceof Promise) await fate
    if (fate === 'lose') response.destroy()
    else write(response, found)
  }

  /** Serves the payer's page and handles its buttons. */
  async function servePage(
    response: ServerResponse,
    { method, sessionId, form }: { method: string; sessionId: string; form: URLSearchParams },
  ): Promise<void> {
    const session = books.sessions.get(sessionId)
    if (!session) write(response, { status: 404, body: 'no such session' })
    else if (method === 'GET') write(response, { body: checkoutPage(session) })
    else if (form.get('choice') !== 'pay') write(response, { seeOther: session.cancel_url })
    else {
      if (session.status === 'open') books.pay(sessionId)
      await tell()
      write(response, { seeOther: session.success_url })
    }
  }

  /** Sends events that were not sent yet. */
  async function tell(): Promise<void> {
    if (stub.webhookUrl === undefined) return
    for (const event of books.events.filter(({ id }) => !told.has(id))) await stub.send(event)
  }

  function answer({
    method,
    pathname,
    searchParams,
    form,
  }: {
    method: string
    pathname: string
    searchParams: URLSearchParams
    form: URLSearchParams
  }): Found {
    const [, id] = /^\/v1\/checkout\/sessions\/([^/]+)$/.exec(pathname) ?? []
    if (method === 'POST' && pathname === '/v1/checkout/sessions')
      return { body: openSession(form) }
    if (method === 'GET' && id !== undefined) {
      const session = books.sessions.get(id)
      if (!session) return missing()
      const [expanded = ''] = searchParams.values()
      const intent = books.intents.get(session.payment_intent ?? '')
      if (!expanded.startsWith('payment_intent')) return { body: session }
      if (!intent) return { body: { ...session, payment_intent: null } }
      const method = expanded.endsWith('payment_method') && {
        payment_method: intent.payment_method && cardOf(intent.payment_method),
      }
      return { body: { ...session, payment_intent: { ...intent, ...method } } }
    }
    const found = answerAboutCards({ method, pathname, form })
    if (found) return found
    const [, ending] = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(pathname) ?? []
    if (method === 'POST' && ending !== undefined) {
      const session = books.sessions.get(ending)
      if (session?.status !== 'open') return refused()
      books.expire(ending)
      return { body: session }
    }
    const lists: Record<string, readonly { id: string }[]> = {
      '/v1/checkout/sessions': [...books.sessions.values()].reverse(),
      '/v1/payment_intents': [...books.intents.values()].reverse(),
      '/v1/refunds': [...books.refunds.values()].reverse(),
      '/v1/disputes': [...books.disputes.values()].reverse(),
      '/v1/events': books.events.toReversed(),
    }
    const list = method === 'GET' ? lists[pathname] : undefined
    return list ? { body: page(list, searchParams) } : missing()
  }

  /** Intents, and customers with their cards. */
  function answerAboutCards({
    method,
    pathname,
    form,
  }: {
    method: string
    pathname: string
    form: URLSearchParams
  }): Found | undefined {
    const [, kind, id, action] =
      /^\/v1\/(payment_intents|customers)(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(pathname) ?? []
    if (method === 'POST' && kind === 'payment_intents' && id === undefined) return charge(form)
    if (id === undefined) return undefined
    if (method === 'DELETE' && kind === 'customers')
      return books.customers.delete(id) ? { body: { id, deleted: true } } : missing()
    if (kind !== 'payment_intents') return undefined
    if (method === 'POST' && action === 'cancel') {
      const ended = books.cancelIntent(id)
      return ended ? { body: ended } : refused()
    }
    const intent = books.intents.get(id)
    return intent ? { body: intent } : missing()
  }

  function charge(form: URLSearchParams): Found {
    const customer = form.get('customer')
    if (customer !== null && !books.customers.has(customer)) return missing()
    const intent = books.createIntent({
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      metadata: metadataOf(form),
      customer,
      payment_method: form.get('payment_method'),
    })
    if (!intent.last_payment_error) return { body: intent }
    const error = { type: 'card_error', ...intent.last_payment_error, payment_intent: intent }
    return { status: 402, body: { error } }
  }

  function openSession(form: URLSearchParams): object {
    const field = (name: string) => form.get(name)
    const price = 'line_items[0][price_data]'
    return books.openSession({
      client_reference_id: field('client_reference_id'),
      customer_email: field('customer_email'),
      metadata: metadataOf(form),
      savesCard: field('payment_intent_data[setup_future_usage]') === 'off_session',
      currency: field(`${price}[currency]`) ?? '',
      amount_total: Number(field(`${price}[unit_amount]`)),
      success_url: field('success_url') ?? '',
      cancel_url: field('cancel_url') ?? '',
    })
  }
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  const metadata: Record<string, string> = {}
  for (const [name, value] of form) {
    const [, key] = /^metadata\[(.+)\]$/.exec(name) ?? []
    if (key !== undefined) metadata[key] = value
  }
  return metadata
}

function cardOf(id: string): object {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 }
  return { object: 'payment_method', id, type: 'card', card }
}

/** Returns a page of a list, newest first, with Stripe's filters. */
function page(
  list: readonly { id: string; created?: number; type?: string }[],
  search: URLSearchParams,
) {
  const types = [...search].filter(([name]) => name.startsWith('types[')).map(([, value]) => value)
  const intent = search.get('payment_intent')
  const customer = search.get('customer')
  const matching = list.filter(
    item =>
      (intent === null || ('payment_intent' in item && item.payment_intent === intent)) &&
      (customer === null || ('customer' in item && item.customer === customer)) &&
      (types.length === 0 || types.includes(item.type ?? '')) &&
      (item.created ?? 0) >= Number(search.get('created[gte]') ?? 0) &&
      (item.created ?? 0) <= Number(search.get('created[lte]') ?? Number.POSITIVE_INFINITY),
  )
  const after = search.get('starting_after')
  const start = after === null ? 0 : matching.findIndex(({ id }) => id === after) + 1
  const end = start + Number(search.get('limit') ?? 10)
  return {
    object: 'list',
    data: matching.slice(start, end),
    has_more: end < matching.length,
    url: '',
  }
}

function refused(): Found {
  return { status: 400, body: { error: { type: 'invalid_request_error', message: 'It is over' } } }
}

function missing(): Found {
  const error = {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: 'No such object',
  }
  return { status: 404, body: { error } }
}

function write(response: ServerResponse, found: Found): void {
  if ('seeOther' in found) {
    response.writeHead(303, { location: found.seeOther }).end()
    return
  }
  const { status = 200, body } = found
  const isPage = typeof body === 'string'
  response
    .writeHead(status, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json' })
    .end(isPage ? body : JSON.stringify(body))
}
