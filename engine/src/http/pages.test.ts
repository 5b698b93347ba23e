import { createLog } from '@footnote/platform/log'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { createEmptyTestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readEngineConfig } from '../config.ts'
import { type Engine, startEngine } from '../engine.ts'
import { type OutsideScene, openOutsideScene } from '../pipeline/testing/outside-scene.ts'
import { createClient, type EngineClient, KEY } from '../runs/testing/engine-client.ts'
import { answerWell } from '../runs/testing/test-engine.ts'
import { createPages } from '../web/create-pages.ts'

const held = {
  url: 'https://lakes.example/one',
  title: 'Lake One',
  text: '# Lake One\nThe lake is 74 metres deep.\n\n| Year | Visitors |\n| 2025 | 12,000 |',
  publishedOn: '2026-03-04',
  language: 'en',
}
const old = {
  url: 'https://old.example/lake',
  title: 'Lake Old',
  text: 'The lake was 60 metres deep.',
  publishedOn: '1999-01-01',
  language: 'en',
}

let scene: OutsideScene
let engine: Engine
let client: EngineClient
let pond: string
const resources = new AsyncDisposableStack()
beforeAll(async () => {
  scene = await openOutsideScene({
    documents: [held, old],
    pages: {
      '/pond': { title: 'Pond', text: 'A pond is a small lake.', date: '2026-05-06' },
      '/elsewhere': { kind: 'redirect', to: 'http://10.0.0.1/' },
    },
  })
  resources.defer(scene.end)
  pond = `${scene.site.url}/pond`
  const { url, drop } = await createEmptyTestDatabase()
  resources.defer(drop)
  const folder = await makeTemporaryFolder()
  resources.defer(folder.remove)
  const config = readEngineConfig({
    FOOTNOTE_ENGINE_PORT: '0',
    FOOTNOTE_DATA_DIR: folder.path,
    FOOTNOTE_ENGINE_DATABASE_URL: url,
    FOOTNOTE_ENGINE_KEY: KEY,
  })
  const now = () => new Date('2026-11-16T12:00:00Z')
  const pages = createPages({ library: scene.library, ...scene.outside, now })
  engine = await startEngine(config, { log: createLog('silent'), research: answerWell, pages })
  resources.defer(() => engine.stop())
  client = createClient(engine.url)
})
afterAll(() => resources.disposeAsync())

const search = (parameters: Record<string, string>) =>
  client.get(`/v1/search?${new URLSearchParams({ query: 'lake', ...parameters })}`)

const urlsOf = (body: { results: { web: { url: string }[] } }) =>
  body.results.web.map(({ url }) => url).sort()

describe('a search', () => {
  it('lists pages of the library and of the search services', async () => {
    const { status, body } = await search({})
    expect([status, urlsOf(body)]).toEqual([200, [pond, held.url, old.url].sort()])
    expect(body.results.news).toEqual([])
    expect(body.metadata).toEqual({
      search_uuid: expect.any(String),
      query: 'lake',
      latency: expect.any(Number),
    })
    expect(body.results.web).toContainEqual({
      url: held.url,
      title: 'Lake One',
      description: expect.stringContaining('74 metres'),
      snippets: [expect.stringContaining('74 metres')],
      page_age: '2026-03-04T00:00:00',
      contents: null,
      ...{ thumbnail_url: null, favicon_url: null, authors: null },
    })
    const posted = await client.post('/v1/search', { query: 'lake', exclude_domains: ['example'] })
    expect(urlsOf(posted.body)).toEqual([pond])
  })

  it('obeys the source controls, the count and the offset', async () => {
    expect(urlsOf((await search({ include_domains: 'lakes.example,old.example' })).body)).toEqual([
      held.url,
      old.url,
    ])
    const fresh = await search({ include_domains: 'example', freshness: 'year', language: 'EN' })
    expect(urlsOf(fresh.body)).toEqual([held.url])
    expect(urlsOf((await search({ include_domains: 'example', language: 'JP' })).body)).toEqual([])
    const lists = await Promise.all(
      ['0', '1', '2', '3'].map(async offset => urlsOf((await search({ count: '1', offset })).body)),
    )
    expect(lists.map(({ length }) => length)).toEqual([1, 1, 1, 0])
    expect(new Set(lists.flat()).size).toBe(3)
  })

  it('adds the contents of pages on request', async () => {
    const read = { include_domains: 'lakes.example', livecrawl_formats: 'markdown' }
    const { body } = await search({ ...read, livecrawl: 'web' })
    expect(body.results.web[0].contents).toEqual({
      html: null,
      markdown: expect.stringContaining('| Year | Visitors |\n| --- | --- |'),
    })
    expect((await search({ ...read, livecrawl: 'news' })).body.results.web[0].contents).toBe(null)
  })

  it('goes on with the library if no search service can be reached, and fails without both', async () => {
    scene.search.fault = 'broken'
    onTestFinished(() => {
      scene.search.fault = undefined
    })
    expect(urlsOf((await search({})).body)).toEqual([held.url, old.url].sort())
    expect(await search({ query: 'volcano' })).toMatchObject({
      status: 424,
      body: { reason: 'source_unreachable' },
    })
  })
})

describe('a request for contents', () => {
  it('reads pages of the library and of sites, in the order of their addresses', async () => {
    const { status, body } = await client.post('/v1/contents', {
      urls: [pond, held.url],
      formats: ['markdown', 'html', 'metadata'],
    })
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        url: pond,
        title: 'Pond',
        markdown: expect.stringContaining('A pond is a small lake.'),
        html: expect.stringContaining('<p>A pond is a small lake.</p>'),
        metadata: { site_name: '127.0.0.1' },
      },
      {
        url: held.url,
        title: 'Lake One',
        markdown: expect.stringContaining('# Lake One'),
        html: expect.stringContaining('<h1>Lake One</h1>'),
        metadata: { site_name: 'lakes.example' },
      },
    ])
  })

  it('says of each page that could not be read why, and never visits a private network', async () => {
    const refused = {
      'http://10.0.0.1/': 'blocked_address',
      'http://169.254.169.254/latest/meta-data/': 'blocked_address',
      'file:///etc/passwd': 'bad_address',
      [`${scene.site.url}/elsewhere`]: 'blocked_address',
      [`${scene.site.url}/missing`]: 'status',
    }
    const { body } = await client.post('/v1/contents', {
      urls: Object.keys(refused),
      format: 'markdown',
    })
    expect(body).toEqual(
      Object.entries(refused).map(([url, error]) => ({
        url,
        title: null,
        markdown: null,
        error,
        metadata: null,
      })),
    )
  })
})
