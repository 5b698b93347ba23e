import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createLog } from '@footnote/platform/log'
import {
  makeTemporaryFolder,
  type TemporaryFolder,
} from '@footnote/platform/testing/temporary-folder'
import {
  createEmptyTestDatabase,
  type TestDatabase,
} from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEngineConfig } from '../config.ts'
import { type Engine, startEngine } from '../engine.ts'
import { createClient, type EngineClient, KEY } from '../runs/testing/engine-client.ts'
import { noPages } from '../runs/testing/no-pages.ts'
import { answerWell } from '../runs/testing/test-engine.ts'

let testDatabase: TestDatabase
let folder: TemporaryFolder
let engine: Engine
let client: EngineClient
beforeAll(async () => {
  testDatabase = await createEmptyTestDatabase()
  folder = await makeTemporaryFolder()
  const config = readEngineConfig({
    FOOTNOTE_ENGINE_PORT: '0',
    FOOTNOTE_DATA_DIR: folder.path,
    FOOTNOTE_ENGINE_DATABASE_URL: testDatabase.url,
    FOOTNOTE_ENGINE_KEY: KEY,
  })
  engine = await startEngine(config, {
    log: createLog('silent'),
    research: answerWell,
    pages: noPages,
  })
  client = createClient(engine.url)
})
afterAll(async () => {
  await engine.stop()
  await testDatabase.drop()
  await folder.remove()
})

const SECRET = 'zebrafinch'
const ANSWER = '/v1/answer'
const RESEARCH = '/v1/research'
const FINANCE = '/v1/finance_research'
const CONTENTS = '/v1/contents'

describe('a bad field', () => {
  it.each([
    [ANSWER, {}, { type: 'required', loc: ['body', 'query'] }],
    [ANSWER, { query: null }, { type: 'required', loc: ['body', 'query'] }],
    [ANSWER, { query: [SECRET] }, { type: 'type', loc: ['body', 'query'] }],
    [ANSWER, { query: ' \n' }, { type: 'format', loc: ['body', 'query'] }],
    [ANSWER, { query: '𝄞'.repeat(401) }, { type: 'maxLength', loc: ['body', 'query'] }],
    [
      RESEARCH,
      { input: `${SECRET} `.repeat(4_000) },
      { type: 'maxLength', loc: ['body', 'input'] },
    ],
    [
      ANSWER,
      { query: 'x', include_domains: ['example.com', `https://${SECRET}/`] },
      { type: 'format', loc: ['body', 'include_domains', 1] },
    ],
    [
      ANSWER,
      { query: 'x', boost_domains: Array.from({ length: 100_000 }, () => '') },
      { type: 'maxItems', loc: ['body', 'boost_domains'] },
    ],
    [
      RESEARCH,
      { input: 'x', source_control: { freshness: SECRET } },
      { type: 'format', loc: ['body', 'source_control', 'freshness'] },
    ],
    [ANSWER, { query: 'x', country: SECRET }, { type: 'format', loc: ['body', 'country'] }],
    [ANSWER, { query: 'x', language: SECRET }, { type: 'format', loc: ['body', 'language'] }],
    [ANSWER, { query: 'x', safesearch: SECRET }, { type: 'enum', loc: ['body', 'safesearch'] }],
    [
      RESEARCH,
      { input: 'x', research_effort: SECRET },
      { type: 'enum', loc: ['body', 'research_effort'] },
    ],
    [
      FINANCE,
      { input: 'x', research_effort: 'lite' },
      { type: 'enum', loc: ['body', 'research_effort'] },
    ],
    [RESEARCH, { input: 'x', background: SECRET }, { type: 'type', loc: ['body', 'background'] }],
    [
      FINANCE,
      { input: 'x', background: true },
      { type: 'additionalProperties', loc: ['body', 'background'] },
    ],
    [
      RESEARCH,
      { input: 'x', output_schema: SECRET },
      { type: 'type', loc: ['body', 'output_schema'] },
    ],
    ['/v1/search', { query: 'x', count: 101 }, { type: 'maximum', loc: ['body', 'count'] }],
    [CONTENTS, {}, { type: 'required', loc: ['body', 'urls'] }],
    [CONTENTS, { urls: [] }, { type: 'minItems', loc: ['body', 'urls'] }],
    [CONTENTS, { urls: Array(11).fill('x') }, { type: 'maxItems', loc: ['body', 'urls'] }],
    [CONTENTS, { urls: [SECRET.repeat(300)] }, { type: 'maxLength', loc: ['body', 'urls', 0] }],
    [CONTENTS, { urls: ['x'], format: SECRET }, { type: 'enum', loc: ['body', 'format'] }],
    [
      CONTENTS,
      { urls: ['x'], crawl_timeout: 61 },
      { type: 'maximum', loc: ['body', 'crawl_timeout'] },
    ],
    [ANSWER, [SECRET], { type: 'model_attributes_type', loc: ['body'] }],
    [ANSWER, `{"query": "${SECRET}`, { type: 'json_invalid', loc: ['body'] }],
    [ANSWER, '', { type: 'json_invalid', loc: ['body'] }],
  ])('%s %o', async (path, body, problem) => {
    const reply = await client.post(path, body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toContainEqual(
      expect.objectContaining({ msg: expect.any(String), ...problem }),
    )
    expect(JSON.stringify(reply.body)).not.toContain(SECRET)
  })

  it.each([
    ['', { type: 'required', loc: ['query', 'query'] }],
    ['query=', { type: 'format', loc: ['query', 'query'] }],
    ['query=x&count=0', { type: 'minimum', loc: ['query', 'count'] }],
    ['query=x&offset=10', { type: 'maximum', loc: ['query', 'offset'] }],
    [`query=x&count=${SECRET}`, { type: 'type', loc: ['query', 'count'] }],
    [`query=x&freshness=${SECRET}`, { type: 'format', loc: ['query', 'freshness'] }],
    ['query=x&livecrawl=web&livecrawl=all', { type: 'enum', loc: ['query', 'livecrawl'] }],
    [`query=x&exclude_domains=a.example,${SECRET}/`, { loc: ['query', 'exclude_domains', 1] }],
    ['query=x&unknown=1', { type: 'additionalProperties', loc: ['query', 'unknown'] }],
  ])('/v1/search?%s', async (query, problem) => {
    const reply = await client.get(`/v1/search?${query}`)
    expect(reply).toMatchObject({ status: 422, body: { detail: [problem] } })
    expect(JSON.stringify(reply.body)).not.toContain(SECRET)
  })

  it('is reported together with the others, up to a limit', async () => {
    const several = await client.post(ANSWER, { query: 1, country: 2 })
    expect(several.body.detail).toHaveLength(2)
    const names = Array.from({ length: 1_000 }, (_, index) => [`field${index}`, 1])
    const many = await client.post(ANSWER, { query: 'x', ...Object.fromEntries(names) })
    expect(many.body.detail).toHaveLength(20)
  })
})

describe('what cannot be', () => {
  const schema = { type: 'object', properties: {}, additionalProperties: false }

  it.each([
    ['frontier without background', { research_effort: 'frontier' }],
    ['a schema with lite', { research_effort: 'lite', output_schema: schema }],
    ['a schema that is none', { output_schema: { ...schema, type: 'thing' } }],
    ['anyOf at the root of a schema', { output_schema: { ...schema, anyOf: [schema] } }],
  ])('%s is refused with a sentence', async (_, fields) => {
    const reply = await client.post(RESEARCH, { input: 'x', ...fields })
    expect(reply).toMatchObject({ status: 422, body: { error: expect.any(String) } })
  })

  it('frontier in background is taken', async () => {
    const body = { input: 'x', research_effort: 'frontier', background: true }
    expect((await client.post(RESEARCH, body)).status).toBe(200)
  })
})

describe('what is not there', () => {
  it.each(['x', 'f1e2d3c4-0000-0000-0000-000000000000', 'y'.repeat(15_000)])(
    'task %s',
    async id => {
      for (const path of [`${RESEARCH}/${id}`, `${RESEARCH}/${id}/stream`]) {
        const reply = await client.get(path)
        expect(reply).toMatchObject({ status: 404, body: { detail: 'Task not found' } })
      }
    },
  )

  it.each(['/', '/v1', '/v1/agents/runs', '/v1/research/x/y', '/v1/answer/', '/%'])(
    'path %s',
    async path => {
      const reply = await client.get(path)
      expect(reply).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
    },
  )

  it('a method', async () => {
    const reply = await client.get(ANSWER)
    expect(reply).toMatchObject({ status: 405, body: { detail: 'Method Not Allowed' } })
    expect(reply.headers.get('allow')).toBe('POST')
    expect((await client.post(`${RESEARCH}/x`, {})).status).toBe(405)
  })

  it('a place in the stream', async () => {
    const path = await client.submit()
    for (const fromId of ['-1', 'x', '1.5', '1'.repeat(19), '1&from_id=2']) {
      expect(await client.get(`${path}/stream?from_id=${fromId}`)).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'int_parsing', loc: ['query', 'from_id'] }] },
      })
    }
  })
})

describe('what never becomes a request', () => {
  it.each([
    ['broken HTTP', 'NONSENSE\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s gets the same format', async (_, bytes, status) => {
    const socket = connect(Number(new URL(engine.url).port), '127.0.0.1')
    socket.end(bytes)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(JSON.parse(body)).toEqual({ detail: expect.any(String) })
  })
})

it('a body beyond all measure is refused for its size', async () => {
  const reply = await client.post(RESEARCH, { input: 'x'.repeat(600_000) })
  expect(reply).toMatchObject({ status: 413, body: { detail: expect.stringContaining('bytes') } })
})
