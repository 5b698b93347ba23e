import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Extractor, openPageExtractor } from '../extract/open-extractor.ts'
import { createFetcher } from '../fetch/create-fetcher.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { SourceControls } from '../research.ts'
import type { DiscoverRequest } from '../search/finder.ts'
import { createWebFinder, type WebFinderOptions } from './create-web-finder.ts'
import type { SearchService } from './search-service.ts'
import { createBrave, createSearxng, createWikipedia, createYou } from './search-services.ts'
import { type FakeSearch, type SearchFault, startFakeSearch } from './testing/fake-search.ts'
import { type FakeSite, type SitePage, startFakeSite } from './testing/fake-site.ts'

const now = new Date('2026-11-15T12:00:00Z')
const about = (subject: string) =>
  `The lakes of ${subject} are deep and cold, and many rivers run into them.\n\nIn ${subject} there are ${subject.length} lakes that have been measured by the office for waters.`

let extractor: Extractor
let site: FakeSite
let search: FakeSearch
let fetcher: Fetcher
let services: SearchService[]

beforeAll(async () => {
  // A busy machine may take long to start a thread.
  extractor = openPageExtractor({ timeoutMs: 60_000 })
})
afterAll(() => extractor.close())
beforeEach(async () => {
  site = await startFakeSite()
  search = await startFakeSearch()
  fetcher = createFetcher({
    allowNetworks: ['127.0.0.0/8'],
    gapMs: 0,
    // Every name is this machine, so that pages of many hosts can be served.
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  services = [createSearxng({ url: search.url })]
})
afterEach(async () => {
  await fetcher.close()
  await Promise.all(services.map(service => service.close()))
  await search.close()
  await site.close()
})

/** A page of a host of its own, listed by search. */
function add(name: string, page: SitePage, listed: { date?: string; host?: string } = {}): string {
  const path = `/${name}`
  const { date, host = `${name.toLowerCase()}.example` } = listed
  const url = `http://${host}:${new URL(site.url).port}${path}`
  site.pages = { ...site.pages, [path]: page }
  const text = `About the lakes of ${name}.`
  search.pages = [...search.pages, { url, title: name, text, ...(date && { date }) }]
  return url
}

function discover(
  options: Partial<DiscoverRequest & WebFinderOptions> & { controls?: SourceControls } = {},
) {
  const { controls = {}, ...request } = options
  return createWebFinder({ services, fetcher, extractor, ...options }).discover({
    kind: 'answer',
    question: 'How deep are the lakes?',
    queries: ['lakes'],
    policy: compilePolicy(controls, { now }),
    limit: 5,
    isKnown: () => false,
    endsAt: performance.now() + 120_000,
    ...request,
  })
}

const titles = (found: Awaited<ReturnType<typeof discover>>) =>
  found.documents.map(({ title }) => title)

describe('what is found', () => {
  it('are documents that were read, in the order of the listing', async () => {
    const url = add('Norway', { title: 'Norway', text: about('Norway'), date: '2026-02-03' })
    add('plain', { kind: 'text', text: about('Peru') })
    add('paper.pdf', { kind: 'pdf', lines: ['Lakes in Chile', 'The lakes of Chile are salty.'] })
    const found = await discover()
    expect(found).toMatchObject({ isDown: false })
    expect(found.documents[0]).toMatchObject({
      url,
      title: 'Norway',
      publishedOn: '2026-02-03',
      language: 'en',
    })
    expect(found.documents[0]?.text).toContain('The lakes of Norway are deep and cold')
    expect(found.documents[0]?.text).not.toContain('All rights reserved')
    expect(found.documents[1]?.text).toContain('The lakes of Peru')
    expect(found.documents[2]?.text).toContain('The lakes of Chile are salty')
  })

  it('is no more than was asked for, and no page is fetched beyond that', async () => {
    for (const name of ['Norway', 'Peru', 'Chile', 'Kenya']) {
      add(name, { title: name, text: about(name) })
    }
    expect(titles(await discover({ limit: 2 }))).toEqual(['Norway', 'Peru'])
    expect(pagesFetched()).toEqual(['/Norway', '/Peru'])
  })

  it('is the next best where a page cannot be read', async () => {
    add('gone', { kind: 'answer', answer: response => response.writeHead(410).end() })
    add('image', {
      kind: 'answer',
      answer: response =>
        response
          .writeHead(200, { 'content-type': 'image/png' })
          .end(Buffer.from('89504e470d0a1a0a0000', 'hex')),
    })
    add('empty', { kind: 'text', text: '' })
    add('metadata', { kind: 'redirect', to: 'http://169.254.169.254/latest/meta-data/' })
    add('Norway', { title: 'Norway', text: about('Norway') })
    expect(titles(await discover({ limit: 2 }))).toEqual(['Norway'])
  })

  it('is looked for among a few, not for ever', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      add(name, { kind: 'answer', answer: response => response.writeHead(410).end() })
    }
    expect(await discover({ limit: 1 })).toMatchObject({ documents: [], isDown: false })
    expect(pagesFetched()).toHaveLength(4)
  })

  it('has the date of the listing only where the page has none', async () => {
    add(
      'Norway',
      { title: 'Norway', text: about('Norway'), date: '2026-02-03' },
      { date: '2025-01-01' },
    )
    add('Peru', { title: 'Peru', text: about('Peru') }, { date: '2025-01-02' })
    const { documents } = await discover()
    expect(documents.map(({ publishedOn }) => publishedOn)).toEqual(['2026-02-03', '2025-01-02'])
  })

  it('is nothing that is at hand already', async () => {
    const url = add('Norway', { title: 'Norway', text: about('Norway') })
    add('Peru', { title: 'Peru', text: about('Peru') })
    const found = await discover({ isKnown: known => known === url })
    expect(titles(found)).toEqual(['Peru'])
    expect(pagesFetched()).toEqual(['/Peru'])
  })

  it('is a text once, however many pages have it', async () => {
    const text = about('Norway')
    add('Norway', { title: 'Norway', text })
    add('copy', { title: 'Norway', text: `${text}\n\n` })
    add('Peru', { title: 'Peru', text: about('Peru') })
    expect(titles(await discover())).toEqual(['Norway', 'Peru'])
  })

  it('is cut where a page is endless', async () => {
    add('book', { kind: 'text', text: `${'The lakes are deep and cold here.\n\n'.repeat(20_000)}` })
    const { documents } = await discover()
    expect(documents[0]?.text.length).toBeGreaterThan(390_000)
    expect(documents[0]?.text.length).toBeLessThanOrEqual(400_000)
  })
})

/** The requested paths, without robots.txt. */
function pagesFetched(): string[] {
  return site.requests.map(({ path }) => path).filter(path => path !== '/robots.txt')
}

describe('the same page fifty times', () => {
  it('is fetched once', async () => {
    add('Norway', { title: 'Norway', text: about('Norway') })
    search.fault = 'repeats'
    const found = await discover({ limit: 20, queries: ['lakes', 'Norway', 'lakes of Norway'] })
    expect(titles(found)).toEqual(['Norway'])
    expect(pagesFetched()).toEqual(['/Norway'])
  })
})

describe('source controls', () => {
  const controls = { include_domains: ['good.example'] }

  it('hold for what is listed: nothing else is visited', async () => {
    add('a', { title: 'A', text: about('Norway') }, { host: 'good.example' })
    add('b', { title: 'B', text: about('Peru') }, { host: 'bad.example' })
    add('c', { title: 'C', text: about('Chile') }, { host: 'good.example.bad.example' })
    expect(titles(await discover({ controls }))).toEqual(['A'])
    expect(pagesFetched()).toEqual(['/a'])
  })

  it('hold for redirects: nobody is followed out of them', async () => {
    const { port } = new URL(site.url)
    add(
      'a',
      { kind: 'redirect', to: `http://bad.example:${port}/target` },
      { host: 'good.example' },
    )
    site.pages = { ...site.pages, '/target': { title: 'Bad', text: about('Peru') } }
    expect(titles(await discover({ controls }))).toEqual([])
    expect(pagesFetched()).toEqual(['/a'])
    expect(titles(await discover())).toEqual(['Bad'])
  })

  it('hold for what pages say they are', async () => {
    const bad = 'https://bad.example/elsewhere'
    const url = add(
      'a',
      { title: 'A', text: about('Norway'), canonical: bad },
      { host: 'good.example' },
    )
    expect((await discover({ controls })).documents).toMatchObject([{ url }])
  })

  it('hold for dates that only the page tells', async () => {
    add('old', { title: 'Old', text: about('Norway'), date: '2019-02-03' })
    add('none', { title: 'None', text: about('Peru') })
    add('new', { title: 'New', text: about('Chile'), date: '2026-11-14' })
    expect(titles(await discover({ controls: { freshness: 'week' } }))).toEqual(['New'])
  })

  it('hold for the language and the rating of a page', async () => {
    add('german', { title: 'German', text: about('Norway'), language: 'de' })
    add('english', { title: 'English', text: about('Peru') })
    add('adult', {
      kind: 'answer',
      answer: response =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<html><head><title>Adult</title><meta name="rating" content="adult"></head>
            <body><p>${about('Chile')}</p></body></html>`),
    })
    expect(titles(await discover({ controls: { language: 'en' } }))).toEqual(['English'])
    const all = await discover({ controls: { safesearch: 'off' } })
    expect(titles(all).toSorted()).toEqual(['Adult', 'English', 'German'])
  })
})

describe('several services', () => {
  beforeEach(() => {
    services = [
      createSearxng({ url: search.url }),
      createBrave({ url: search.url, apiKey: 'key' }),
      createYou({ url: search.url, apiKey: 'key' }),
      createWikipedia({ url: search.url }),
    ]
  })

  it('all receive every query', async () => {
    add('Norway', { title: 'Norway', text: about('Norway') })
    await discover({ queries: ['lakes', 'Norway lakes', 'lakes', ' '] })
    const searches = search.requests.filter(({ path }) => !/^\/(?:wiki|robots)/.test(path))
    expect(searches).toHaveLength(8)
    expect(pagesFetched()).toEqual(['/Norway'])
  })

  it('make do without those that fail', async () => {
    add('Norway', { title: 'Norway', text: about('Norway') })
    const dead = await startFakeSearch({ fault: 'broken' })
    services = [createBrave({ url: dead.url, apiKey: 'key' }), createSearxng({ url: search.url })]
    const found = await discover()
    expect(found).toMatchObject({ isDown: false })
    expect(titles(found)).toEqual(['Norway'])
    await dead.close()
  })

  it.each<SearchFault>([
    'garbage',
    'html',
    'overloaded',
    'forbidden',
    'broken',
    'reset',
    'redirect',
    'huge',
  ])('all down by %s are down, and are not asked again and again', async fault => {
    search.fault = fault
    const down = { documents: [], isDown: true }
    expect(await discover()).toEqual(down)
    expect(search.requests).toHaveLength(4)
    for (let round = 0; round < 6; round += 1) expect(await discover()).toEqual(down)
    // A reply without a listing counts as an answer; the other services rest after five failures.
    expect(search.requests.length).toBeLessThanOrEqual(fault === 'garbage' ? 28 : 20)
    expect(site.requests).toEqual([])
  })

  it('that find nothing are not down', async () => {
    search.fault = 'nothing'
    expect(await discover()).toEqual({ documents: [], isDown: false })
  })
})

it('Wikipedia’s articles are read below its address', async () => {
  search.pages = [{ url: '', title: 'Lakes of Norway', text: about('Norway') }]
  services = [createWikipedia({ url: search.url })]
  const { documents } = await discover()
  expect(documents).toMatchObject([
    { url: `${search.url}/wiki/Lakes_of_Norway`, title: 'Lakes of Norway' },
  ])
})

it('without services nothing is asked, and nobody is down', async () => {
  services = []
  expect(await discover()).toEqual({ documents: [], isDown: false })
})

describe('when time is up', () => {
  it('there is what there is', async () => {
    add('slow', { kind: 'answer', answer: () => {} })
    add('Norway', { title: 'Norway', text: about('Norway') })
    const timer = new AbortController()
    const reading: Extractor = {
      ...extractor,
      async extract(...page) {
        const documents = await extractor.extract(...page)
        setImmediate(() => timer.abort())
        return documents
      },
    }
    const found = await discover({ extractor: reading, startTimer: () => timer.signal })
    expect(titles(found)).toEqual(['Norway'])
  })

  it('nothing is asked any more', async () => {
    add('Norway', { title: 'Norway', text: about('Norway') })
    const found = await discover({ endsAt: performance.now() - 1 })
    expect(found).toEqual({ documents: [], isDown: false })
    expect(search.requests).toEqual([])
  })

  it('whoever was silent until then counts as down', async () => {
    search.fault = 'hang'
    const found = await discover({ startTimer: () => AbortSignal.timeout(50) })
    expect(found).toEqual({ documents: [], isDown: true })
  })
})

describe('a signal ends it with its reason', () => {
  it('before it begins', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(discover({ signal })).rejects.toThrow('enough')
    expect(search.requests).toEqual([])
  })

  it('while services are asked', async () => {
    const stop = new AbortController()
    const asking = Promise.withResolvers<never>()
    const search: SearchService['search'] = (_query, { signal }) => {
      signal.addEventListener('abort', () => asking.reject(signal.reason))
      stop.abort(new Error('enough'))
      return asking.promise
    }
    services = [{ name: 'own', search, close: async () => {} }]
    await expect(discover({ signal: stop.signal })).rejects.toThrow('enough')
  })

  it('while pages are read', async () => {
    const stop = new AbortController()
    add('Norway', { kind: 'answer', answer: () => stop.abort(new Error('enough')) })
    await expect(discover({ signal: stop.signal })).rejects.toThrow('enough')
  })
})
