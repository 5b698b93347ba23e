import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { filesWith } from '@footnote/platform/testing/files-with'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../keys/keys.ts'
import type { CrashPayer } from '../testing/scenes/crash-payer.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'
import { joinWebsite, type TestMember } from '../testing/scenes/join-website.ts'
import { type OpenEvents, openEvents } from '../testing/scenes/open-events.ts'
import { type RunName, runFromPage } from '../testing/scenes/run-from-page.ts'
import { sendRequest } from '../testing/scenes/send-bytes.ts'
import { get, post, send } from '../testing/scenes/test-service.ts'
import { answerWell, type StubHandler } from '../testing/stubs/stub-upstream.ts'

// A valid label of a domain, since those are folded to lower case.
const CANARY = 'canary7f3q9zk2w8x'
const CONTROL = 'control5t1m6vb4c'

const spans: Buffer[] = []
const collector = createServer(async (request, response) => {
  spans.push(await buffer(request))
  response.end()
})

let scene: EmbeddedScene
let payer: CrashPayer
let member: TestMember
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  scene = await openEmbeddedScene({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    FOOTNOTE_WEBSITE: 'on',
    FOOTNOTE_LOG_LEVEL: 'debug',
    FOOTNOTE_METRICS_PORT: '0',
  })
  payer = await scene.createPayer()
  const { database } = scene
  member = await joinWebsite({ database, url: scene.service.url }, { usd: '10' })
})
afterAll(async () => {
  await scene.close()
  collector.closeAllConnections()
  collector.close()
})

const url = (path: string) => `${scene.service.url}${path}`
const research = (body: object) => post(url('/api/v1/research'), payer.key, body)

/** Makes a call from a page, which follows it. */
async function startFromPage(name: RunName, body: object): Promise<OpenEvents> {
  const { events } = await runFromPage(scene.service.url, name, { cookie: member.cookie, body })
  return events
}

const callFromPage = async (name: RunName, body: object) => (await startFromPage(name, body)).rest()

const controls = { include_domains: [`${CANARY}.example.com`, `www.${CANARY}.org`] }
const output_schema = {
  type: 'object',
  description: `About ${CANARY}`,
  properties: { [CANARY]: { type: 'string', description: CANARY, enum: [CANARY] } },
  required: [CANARY],
  additionalProperties: false,
}
const answerBody = { query: `What is ${CANARY}?`, ...controls }
const researchBody = { input: `Find ${CANARY}`, source_control: controls }
const structuredBody = { ...researchBody, output_schema }
const taskBody = { ...structuredBody, research_effort: 'deep' }

/** Success, with the canary wherever the upstream can put text. */
const echoWell: StubHandler = request => {
  const sources = [{ url: `https://${CANARY}.example.com/`, title: CANARY }]
  if (request.path === '/v1/answer') {
    return {
      body: {
        answer: `${CANARY} [[1]].`,
        citations: [{ source: sources[0]?.url, excerpts: [CANARY] }],
        results: { web: [{ ...sources[0], snippets: [CANARY] }] },
      },
    }
  }
  const { background, output_schema: schema } = (request.body ?? {}) as Record<string, unknown>
  if (request.method === 'GET' || background) return answerWell(request)
  const content = schema ? { [CANARY]: CANARY } : `${CANARY} [[1]].`
  return { body: { output: { content, content_type: schema ? 'object' : 'text', sources } } }
}

const task = (fields: object) => ({ body: { task_id: 'remote-1', ...fields } })
const result = {
  output: { content: { [CANARY]: CANARY }, content_type: 'object', sources: [] },
}

/** Every way in which a failing upstream can quote its request. */
const failures: Readonly<Record<string, StubHandler>> = {
  refusal: () => ({
    status: 422,
    body: { detail: [{ loc: ['body', CANARY], msg: CANARY, input: { query: CANARY } }] },
  }),
  fault: () => ({ status: 500, body: `Traceback: ${CANARY}` }),
  html: () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: `<p>${CANARY}` }),
  'error in a good reply': () => ({ body: { answer: CANARY, error: { message: CANARY } } }),
  'empty report': () => ({ body: { output: { content: '', sources: [{ url: CANARY }] } } }),
  'broken reply': () => ({
    write: response => {
      response.writeHead(200, { 'content-length': '1000', 'x-echo': CANARY })
      response.write(`{"answer": "${CANARY}`, () => response.destroy())
    },
  }),
}

async function expectNoTrace(): Promise<void> {
  const [metricsUrl = ''] = /http:[^"]+\/metrics/.exec(scene.service.output()) ?? []
  // The service has ended in some tests.
  const metrics = await fetch(metricsUrl).then(
    reply => reply.text(),
    () => '',
  )
  const traces = Buffer.concat(spans).toString('latin1')
  for (const secret of [CANARY, payer.key]) {
    expect(await filesWith(scene.dataDir, secret)).toEqual([])
    expect(scene.service.output()).not.toContain(secret)
    expect(metrics).not.toContain(secret)
    expect(traces).not.toContain(secret)
  }
}

/** Makes a call in each way that is neither a plain request nor the page, and returns what came back. */
async function otherWaysIn(): Promise<string[]> {
  const requestId = randomUUID()
  const later = { prefer: 'respond-async', 'footnote-request-id': requestId }
  expect(await post(url('/api/v1/answer'), payer.key, answerBody, later)).toMatchObject({
    status: 202,
  })
  const fetched = await waitFor('the result', async () => {
    const { body } = await get(url(`/api/v1/calls/${requestId}`), payer.key)
    return body.status === 'completed' && body
  })
  const streamed = await openEvents(url('/api/v1/answer'), { key: payer.key, body: answerBody })
  const messages = [{ role: 'user', content: `What is ${CANARY}?` }]
  const tool = { name: 'answer', arguments: { query: `What is ${CANARY}?` } }
  const agent = await fetch(url('/mcp'), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${payer.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }),
  })
  const replies = await Promise.all([
    post(url('/v1/chat/completions'), payer.key, { model: 'answer', messages }),
    post(url('/v1/responses'), payer.key, { model: 'answer', input: `What is ${CANARY}?` }),
  ])
  return [
    await agent.text(),
    ...[fetched, await streamed.rest(), ...replies.map(({ body }) => body)].map(body =>
      JSON.stringify(body),
    ),
  ]
}

/** Makes the server write everything to disk, and proves that the search would find it. */
async function checkpoint(): Promise<void> {
  await scene.database.query('checkpoint')
  expect(await filesWith(scene.dataDir, CONTROL)).not.toEqual([])
}

it('leaves no trace of a question, answer, schema, domain or key on disk, in the log, metrics or traces', async () => {
  await createKey(scene.database, { accountId: payer.accountId, name: CONTROL })

  // A query and a source that are reported while a call runs.
  scene.upstream.handler = () => ({
    write: response => {
      const source = { url: `https://example.com/${CANARY}`, title: CANARY }
      const reply = { status: 500, body: {} }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`event: query\ndata: {"query": "${CANARY}"}\n\n`)
      response.write(`event: source\ndata: ${JSON.stringify(source)}\n\n`)
      response.end(`event: reply\ndata: ${JSON.stringify(reply)}\n\n`)
    },
  })
  expect(await callFromPage('run_answer', answerBody)).toMatchObject([
    { event: 'query', data: { query: CANARY } },
    { event: 'source', data: { title: CANARY } },
    { event: 'error' },
  ])

  // Calls that succeed.
  scene.upstream.handler = echoWell
  const good = await Promise.all([
    post(url('/api/v1/answer'), payer.key, answerBody),
    research({ ...researchBody, research_effort: 'lite' }),
    research(structuredBody),
    post(url('/api/v1/finance_research'), payer.key, { input: CANARY }),
  ])
  for (const reply of good) {
    expect(reply.status).toBe(200)
    expect(JSON.stringify(reply.body)).toContain(CANARY)
  }
  for (const events of [
    await callFromPage('run_answer', answerBody),
    await callFromPage('run_research', structuredBody),
    await callFromPage('run_finance_research', { input: CANARY }),
  ]) {
    expect(events).toMatchObject([{ event: 'result' }])
    expect(JSON.stringify(events)).toContain(CANARY)
  }

  // The other ways in.
  for (const reply of await otherWaysIn()) expect(reply).toContain(CANARY)

  // Calls that fail upstream.
  for (const handler of Object.values(failures)) {
    scene.upstream.handler = handler
    for (const [path, body] of [
      ['/api/v1/answer', answerBody],
      ['/api/v1/research', structuredBody],
      ['/api/v1/research', taskBody],
    ] as const) {
      const reply = await post(url(path), payer.key, body)
      expect(reply).toMatchObject({ status: 502, body: { code: 'QUERY_FAILED_REFUNDED' } })
      expect(JSON.stringify(reply.body)).not.toContain(CANARY)
    }
    const told = await callFromPage('run_answer', answerBody)
    expect(told).toMatchObject([{ event: 'error', data: { code: 'QUERY_FAILED_REFUNDED' } }])
    expect(JSON.stringify(told)).not.toContain(CANARY)
    // A success in between, or the breaker would open.
    scene.upstream.handler = echoWell
    expect((await post(url('/api/v1/answer'), payer.key, answerBody)).status).toBe(200)
  }

  // Tasks, polled through all of their states.
  scene.upstream.handler = () => task({ status: 'queued' })
  const submissions = await Promise.all([research(taskBody), research(taskBody)])
  for (const submitted of submissions) expect(submitted.status).toBe(202)
  const [first, second] = submissions.map(({ body }) => url(`/api/v1/research/${body.task_id}`))
  scene.upstream.handler = ({ path }) =>
    path.includes('/stream')
      ? {
          write: response => {
            response.writeHead(200, { 'content-type': 'text/event-stream' })
            response.end(
              `event: step\nid: 1\ndata: {"note": "${CANARY}", "pages": 3}\n\n` +
                `event: ${CANARY}!\ndata: ${CANARY}\n\nevent: response.done\ndata: ${CANARY}\n\n`,
            )
          },
        }
      : task({ status: 'failed', error: { message: CANARY } })
  const events = await fetch(`${first}/events`, {
    headers: { authorization: `Bearer ${payer.key}` },
  })
  expect(await events.text()).not.toContain(CANARY)
  expect((await get(`${first}`, payer.key)).body).toMatchObject({ status: 'failed' })
  for (const [look, status] of [
    [{ status: 404, body: { detail: CANARY } }, 503],
    [{ status: 500, body: CANARY }, 503],
    [task({ status: CANARY }), 200],
    [task({ status: 'completed', result }), 200],
  ] as const) {
    scene.upstream.handler = () => look
    expect((await get(`${second}`, payer.key)).status).toBe(status)
  }

  // Requests that are refused.
  const auth = `Authorization: Bearer ${payer.key}`
  const json = 'Content-Type: application/json'
  const malformed = `{"query": "${CANARY}", `
  const refused = [
    await post(url('/api/v1/answer'), payer.key, malformed),
    await post(url('/api/v1/answer'), payer.key, { query: CANARY.repeat(100) }),
    await research({ input: CANARY.repeat(5_000) }),
    await research({ input: `${CANARY} `.repeat(20_000) }),
    await post(url('/api/v1/answer'), payer.key, { [CANARY]: CANARY, query: [CANARY] }),
    await post(url('/api/v1/answer'), payer.key, { ...answerBody, country: CANARY }),
    await post(url('/api/v1/answer'), payer.key, { query: 'x', boost_domains: [`${CANARY}/a b`] }),
    await research({ ...structuredBody, research_effort: CANARY }),
    await research({ ...researchBody, output_schema: { type: CANARY, properties: CANARY } }),
    await post(url('/api/v1/answer'), `fn_${CANARY}`, answerBody),
    await get(url(`/api/v1/research/${CANARY}`), payer.key),
    await get(url(`/${CANARY}?${CANARY}=${CANARY}`), payer.key),
    await send(url('/api/v1/answer'), { method: 'PUT', body: CANARY }),
    await sendRequest(scene.service.url, {
      line: 'POST /api/v1/answer',
      headers: [auth, `Content-Type: ${CANARY}/${CANARY}`, `Content-Length: ${CANARY.length}`],
      body: CANARY,
    }),
    await sendRequest(scene.service.url, {
      line: 'POST /api/v1/answer',
      headers: [auth, json, `Content-Length: ${CANARY}`],
    }),
    await sendRequest(scene.service.url, { line: `${CANARY} ${CANARY}`, headers: [CANARY] }),
    await member.call('run_answer', { body: malformed }),
    await member.call('run_answer', { body: { query: CANARY.repeat(100) } }),
    await member.call('run_research', { body: { ...structuredBody, research_effort: CANARY } }),
    await member.call('follow_call', { params: { request_id: CANARY } }),
    await member.call('task', { params: { task_id: CANARY } }),
  ]
  for (const { status } of refused) expect([400, 401, 404, 405, 413]).toContain(status)

  await checkpoint()
  await waitFor('spans of all steps', () =>
    ['call', 'debit', 'upstream', 'settle'].every(step => Buffer.concat(spans).includes(step)),
  )
  await expectNoTrace()
})

it('leaves no trace when the database crashes during calls', async () => {
  scene.upstream.handler = echoWell
  const calls = Array.from({ length: 10 }, () =>
    post(url('/api/v1/answer'), payer.key, answerBody).catch(() => undefined),
  )
  const { rows } = await scene.database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where application_name = 'footnote' and pid <> pg_backend_pid()
     order by state = 'active' desc limit 1`,
  )
  expect(rows).toHaveLength(1)
  for (const { pid } of rows) process.kill(pid, 'SIGKILL')
  await Promise.all(calls)
  await waitFor('calls to go through again', async () => (await payer.answer())?.status === 200)
  await checkpoint()
  await expectNoTrace()
})

it('leaves no trace after SIGTERM with calls in flight', async () => {
  scene.upstream.handler = request =>
    request.method === 'POST' ? new Promise(() => {}) : echoWell(request)
  await scene.restart({ FOOTNOTE_DRAIN_SECONDS: '0' })
  const before = scene.upstream.requests.length
  const call = post(url('/api/v1/answer'), payer.key, answerBody)
  const fromPage = await startFromPage('run_answer', answerBody)
  await waitFor('both calls upstream', () => scene.upstream.requests.length === before + 2)
  scene.service.signal('SIGTERM')
  expect((await call).status).toBe(502)
  expect(await fromPage.rest()).toMatchObject([{ event: 'error' }])
  expect(await scene.service.ended()).toBe(0)
  await expectNoTrace()
})
