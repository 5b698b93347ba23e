import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits } from '@footnote/contract/limits'
import { priceOf } from '@footnote/contract/prices'
import { toUsd } from '@footnote/contract/units'
import { connectionUrl } from '@footnote/platform/database/connection-url'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FORWARDED } from '../../calls/forward-call.ts'
import { callSite } from '../../testing/scenes/call-site.ts'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { holdCalls } from '../../testing/scenes/hold-calls.ts'
import { joinWebsite, type TestMember } from '../../testing/scenes/join-website.ts'
import { captured, readLedger, refunded } from '../../testing/scenes/read-ledger.ts'
import { followFromPage, type RunName, runFromPage } from '../../testing/scenes/run-from-page.ts'
import { startAnotherService } from '../../testing/scenes/start-another-service.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'
import { post, SHARED_SECRET } from '../../testing/scenes/test-service.ts'
import {
  answerWell,
  goodAnswer,
  goodResearch,
  type StubUpstream,
  startStubUpstream,
} from '../../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../../wallet/audit.ts'

const FULL = 100_000_000n

let upstream: StubUpstream
let site: TestWebsite
let member: TestMember
let other: TestMember
beforeAll(async () => {
  upstream = await startStubUpstream()
  const settings = {
    FOOTNOTE_HELD_RESULTS_MEBIBYTES: '1',
    FOOTNOTE_SECRET: SHARED_SECRET,
    FOOTNOTE_VISITOR_ANSWERS_PER_HOUR: '2',
  }
  site = await startWebsite(settings, { upstream })
  other = await joinWebsite(site)
})
afterAll(async () => {
  const violations = await auditDatabase(site.connection)
  await site.close()
  await upstream.close()
  expect(violations).toEqual([])
})
beforeEach(async () => {
  upstream.handler = answerWell
  upstream.requests.length = 0
  member = await joinWebsite(site, { usd: '10' })
})

/** Starts a call from a page that closes at once, and returns its id. */
async function run(name: RunName, body: object, by = member): Promise<string> {
  const { requestId, events } = await runFromPage(site.url, name, { cookie: by.cookie, body })
  events.hangUp()
  return requestId
}

const follow = (requestId: string, by = member) =>
  followFromPage(site.url, { cookie: by.cookie, requestId })
/** The last event of a call, which may still run. */
const outcome = async (requestId: string, by = member) =>
  (await (await follow(requestId, by)).rest()).slice(-1)
const ledger = () => readLedger(site.database, member.accountId)

const question = { query: 'Capital of Bolivia?' }

it('answers visitors within both limits, and moves and stores nothing', async () => {
  const stored = async () =>
    (
      await site.database.query(
        'select (select count(*) from charge) as charges, (select count(*) from movement) as movements',
      )
    ).rows
  const before = await stored()
  const ask = () => callSite(site.url, 'try_answer', { body: question })
  const answered = await ask()
  expectSite('try_answer', answered)
  expect(answered.body).toEqual(goodAnswer)
  upstream.handler = () => ({ status: 500, body: {} })
  expectSiteError('NO_ANSWER', await ask())
  upstream.handler = answerWell
  expectSiteError('TRY_LATER', await ask())
  expectSiteError('TOO_MANY_ATTEMPTS', await ask())
  expect(upstream.requests).toHaveLength(2)
  expect(await stored()).toEqual(before)
})

const tools = [
  ['run_answer', question, priceOf('answer', null), goodAnswer],
  [
    'run_research',
    { input: 'i', research_effort: 'lite' },
    priceOf('research', 'lite'),
    goodResearch,
  ],
  ['run_research', { input: 'i' }, priceOf('research', 'standard'), goodResearch],
  ['run_finance_research', { input: 'i' }, priceOf('finance_research', 'deep'), goodResearch],
  [
    'run_finance_research',
    { input: 'i', research_effort: 'exhaustive' },
    priceOf('finance_research', 'exhaustive'),
    goodResearch,
  ],
] as const

describe.each(tools)('%s of %j', (name, body, { tool, effort, costUnits }, good) => {
  it('ends with the API’s own result, is debited and captured once, and is listed as the website’s', async () => {
    const { cookie } = member
    const { requestId: request_id, events } = await runFromPage(site.url, name, { cookie, body })
    const left = FULL - costUnits
    const cost = { cost_usd: toUsd(costUnits), cost_units: Number(costUnits) }
    const billing = { request_id, ...cost, balance_usd: toUsd(left) }
    const told = [{ event: 'result', data: { ...good, billing } }]
    expect(await events.rest()).toEqual(told)
    expect(await outcome(request_id)).toEqual(told)
    expect(await ledger()).toMatchObject({
      balanceUnits: left,
      charges: [{ id: request_id, ...captured }],
    })
    expect((await member.call('usage')).body.calls).toMatchObject([
      { request_id, tool, effort, ...cost, state: 'captured', key_name: 'website' },
    ])
  })

  it('fails with the whole price refunded when the upstream fails', async () => {
    upstream.handler = () => ({ status: 500, body: {} })
    const request_id = await run(name, body)
    const billing = {
      ...{ request_id, cost_usd: 0, cost_units: 0, balance_usd: toUsd(FULL) },
      ...{ refunded_usd: toUsd(costUnits), refunded_units: Number(costUnits) },
    }
    expect(await outcome(request_id)).toMatchObject([
      { event: 'error', data: { code: 'QUERY_FAILED_REFUNDED', request_id, billing } },
    ])
    expect(await ledger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
    // A success, or the breaker would open.
    upstream.handler = answerWell
    await outcome(await run('run_answer', question))
  })

  it('fails without a debit if the balance is too low', async () => {
    const amounts = { required_usd: toUsd(costUnits), balance_usd: 0 }
    expect(await other.call(name, { body })).toMatchObject({
      status: 402,
      body: { code: 'INSUFFICIENT_BALANCE', ...amounts },
    })
    expect((await readLedger(site.database, other.accountId)).charges).toEqual([])
    expect(upstream.requests).toEqual([])
  })
})

it('a call of a frozen account fails without a debit', async () => {
  await site.database.query(`update account set state = 'frozen' where id = $1`, [member.accountId])
  expect(await member.call('run_answer', { body: question })).toMatchObject({
    status: 402,
    body: { code: 'INSUFFICIENT_BALANCE', message: expect.stringContaining('frozen') },
  })
  expect(await ledger()).toEqual({ balanceUnits: FULL, charges: [] })
})

describe('a body that the API refuses is refused at once with the same message', () => {
  const long = 'x'.repeat(limits.queryCharacters + 1)
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const bad = [
    ['run_answer', 'answer', '{"query": '],
    ['run_answer', 'answer', {}],
    ['run_answer', 'answer', { query: ' ' }],
    ['run_answer', 'answer', { query: long }],
    ['run_answer', 'answer', { query: long, surprise: 1 }],
    ['run_answer', 'answer', { query: 'q', include_domains: ['a.b'], boost_domains: ['c.d'] }],
    ['run_answer', 'answer', ' '.repeat(limits.bodyBytes + 1)],
    ['run_research', 'research', { input: 'i', research_effort: 'most' }],
    ['run_research', 'research', { input: 'i', output_schema: schema, research_effort: 'lite' }],
    ['run_research', 'research', { input: 'x'.repeat(40_001) }],
    ['run_finance_research', 'finance_research', { input: null }],
    ['run_finance_research', 'finance_research', { input: 'i', research_effort: 'lite' }],
  ] as const

  it('also 413, without a charge', async () => {
    const { key } = (await member.call('create_key', { body: { name: 'same' } })).body
    for (const [name, tool, body] of bad) {
      const reply = await member.call(name, { body })
      const same = await post(`${site.url}/api/v1/${tool}`, key, body)
      expect([400, 413]).toContain(reply.status)
      expect(reply.status).toBe(same.status)
      expect({ ...reply.body, request_id: '' }).toEqual({ ...same.body, request_id: '' })
    }
    expect(await ledger()).toEqual({ balanceUnits: FULL, charges: [] })
    expect(upstream.requests).toEqual([])
  })
})

describe('the stream of a call', () => {
  it('sends the outcome to a returning page, also after the end, and again', async () => {
    const held = holdCalls(upstream)
    const requestId = await run('run_answer', question)
    const dropped = await follow(requestId)
    dropped.hangUp()
    const again = await follow(requestId)
    await held.arrived
    held.release()
    const told = (await again.rest()).slice(-1)
    expect(told).toMatchObject([{ event: 'result', data: goodAnswer }])
    expect(await outcome(requestId)).toEqual(told)
    expect(await outcome(requestId)).toEqual(told)
    expect(await ledger()).toMatchObject({ charges: [captured] })
  })

  it('does not send a result that was dropped and refunded', async () => {
    // Two of them are more than the service may hold.
    upstream.handler = () => ({ body: { ...goodAnswer, answer: 'x'.repeat(600_000) } })
    const states = async () => (await ledger()).charges.map(({ state }) => state)
    const requestId = await run('run_answer', question)
    await waitFor('the capture', async () => (await states())[0] === 'captured')
    await run('run_answer', question)
    await waitFor('the refund', async () => (await states())[0] === 'refunded')
    const billing = { request_id: requestId, cost_units: 0, refunded_usd: 0.02 }
    expect(await outcome(requestId)).toMatchObject([
      { event: 'error', data: { code: 'QUERY_FAILED_REFUNDED', billing } },
    ])
  })

  it('confirms the delivery of a call whose ID its caller chose', async () => {
    const { key } = (await member.call('create_key', { body: { name: 'chosen' } })).body
    const requestId = randomUUID()
    const headers = { prefer: 'respond-async', 'footnote-request-id': requestId }
    await post(`${site.url}/api/v1/answer`, key, question, headers)
    const findOpen = async () => {
      const text = 'select captured_at from open_charge where account_id = $1'
      return (await site.database.query(text, [member.accountId])).rows
    }
    await waitFor('the capture', async () => (await findOpen())[0]?.captured_at)
    expect(await outcome(requestId)).toMatchObject([
      { event: 'result', data: { ...goodAnswer, billing: { request_id: requestId } } },
    ])
    await waitFor('the delivery', async () => (await findOpen()).length === 0)
  })

  it('is hidden from other accounts', async () => {
    const request_id = await run('run_answer', question)
    await outcome(request_id)
    const replies = [
      await other.call('follow_call', { params: { request_id } }),
      await member.call('follow_call', { params: { request_id: randomUUIDv7() } }),
      await member.call('follow_call', { params: { request_id: 'constructor' } }),
    ]
    for (const reply of replies) expectSiteError('JOB_NOT_FOUND', reply)
  })

  it('begins at once and sends heartbeats for as long as the call takes', async () => {
    const held = holdCalls(upstream)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const response = await fetch(`${site.url}/site/finance-research`, {
        method: 'POST',
        headers: {
          cookie: member.cookie,
          origin: site.url,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ input: 'i' }),
      })
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'cross-origin-resource-policy': 'same-origin',
      })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (!text.includes('started')) text += (await reader?.read())?.value ?? ''
      expect(text).toMatch(
        /^: still here\nretry: [12]\d{3}\n\nid: .*:0\nevent: started\ndata: .*\n\n$/,
      )
      await held.arrived
      for (const seconds of [15, 30, 45]) {
        vi.advanceTimersByTime(15_000)
        const life = await reader?.read()
        expect(life?.value, `after ${seconds} s`).toBe(': still here\n\n')
      }
      held.release()
      text = ''
      for (let part = await reader?.read(); part?.value; part = await reader?.read())
        text += part.value
      expect(text).toMatch(/^event: result\ndata: \{"output":.*\}\n\n$/)
    } finally {
      vi.useRealTimers()
    }
  })

  it('answers HEAD without a body', async () => {
    const requestId = await run('run_answer', question)
    const response = await fetch(`${site.url}/site/calls/${requestId}/events`, {
      method: 'HEAD',
      headers: { cookie: member.cookie },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  })
})

describe('a call whose page never listens', () => {
  it.each([
    ['captured', answerWell, captured],
    ['refunded', () => ({ status: 500, body: {} }), refunded],
  ] as const)('is %s all the same', async (_, handler, settled) => {
    upstream.handler = handler
    await run('run_answer', question)
    const { charges } = await waitFor('the charge to be settled', async () => {
      const books = await ledger()
      return books.charges.some(({ state }) => state !== 'held') && books
    })
    expect(charges).toMatchObject([settled])
  })
})

describe('a call on another instance', () => {
  it('is cancelled there by its page', async () => {
    const end = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    upstream.handler = async request => {
      if (request.method === 'DELETE') {
        end.resolve()
        return { body: { status: 'cancelled' } }
      }
      arrived.resolve()
      await end.promise
      return { status: 409, body: { detail: 'x', reason: 'cancelled' } }
    }
    const requestId = await run('run_answer', question)
    await arrived.promise
    const second = await startAnotherService(
      { url: connectionUrl(site.connection), upstream },
      { FOOTNOTE_WEBSITE: 'on' },
    )
    // In operation, both have one public address and therefore one origin.
    const relayed: IncomingHttpHeaders[] = []
    const relay = createServer(async ({ url = '', method = '', headers }, response) => {
      relayed.push(headers)
      const reply = await fetch(site.url + url, {
        method,
        headers: { cookie: headers.cookie ?? '', origin: site.url, [FORWARDED]: 'true' },
      })
      response.writeHead(reply.status, { 'x-request-id': reply.headers.get('x-request-id') ?? '' })
      response.end(await reply.text())
    })
    await once(relay.listen(0, '127.0.0.1'), 'listening')
    const { port } = relay.address() as AddressInfo
    const { cookie } = member
    const reply = await waitFor('the other instance', async () => {
      await site.database.query(
        `update instance set url = $1
         where id = (select instance_id from open_charge where account_id = $2)`,
        [`http://127.0.0.1:${port}`, member.accountId],
      )
      const reply = await callSite(second.url, 'cancel_call', {
        cookie,
        params: { request_id: requestId },
      })
      return reply.status !== 503 && reply
    })
    expectSite('cancel_call', reply)
    expect(reply.body).toMatchObject({ status: 'failed' })
    expect(relayed[0]).toMatchObject({
      cookie,
      origin: second.url,
      [FORWARDED]: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(await ledger()).toMatchObject({ charges: [{ ...refunded, cause: 'cancelled' }] })
    relay.close()
    await second.stop()
  })
})
