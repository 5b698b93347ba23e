import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Extractor, openPageExtractor } from '../extract/open-extractor.ts'
import type { FetchedPage, Fetcher } from '../fetch/fetcher.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { SourceControls } from '../research.ts'
import { readPage } from './create-web-finder.ts'
import { pageHtml } from './testing/fake-page.ts'

let extractor: Extractor
beforeAll(() => {
  extractor = openPageExtractor({ threads: 1, timeoutMs: 60_000 })
})
afterAll(() => extractor.close())

const text = 'A lake is a body of water.\n\nLakes are fed by rivers and streams.'
const asked: string[] = []

/** Hands out the page, whatever it is asked for and whatever the caller allows. */
function fetcherOf(page: Omit<FetchedPage, 'bytes'>, html: string): Fetcher {
  return {
    async fetch(url) {
      asked.push(url)
      return { ...page, bytes: Buffer.from(html) }
    },
    close: async () => {},
  }
}

function read(fetcher: Fetcher, url: string, controls: SourceControls = {}) {
  const policy = compilePolicy(controls, { now: new Date('2026-11-15T12:00:00Z') })
  const result = { url, title: 'Lake', publishedOn: '2026-10-01' }
  const { signal } = new AbortController()
  return readPage({ fetcher, extractor }, result, { policy, signal })
}

it('an article of Wikipedia has its own name and address, and the day of its last edit', async () => {
  const begun = '{"@type":"Article","datePublished":"2001-05-25T00:00:00Z"}'
  const html = pageHtml({
    title: 'Lake – Wikipedia',
    text,
    canonical: 'https://en.wikipedia.org/wiki/Lake',
  })
    .replace('<h1>Lake – Wikipedia</h1>', '<h1>Lake</h1>')
    .replace('</head>', `<script type="application/ld+json">${begun}</script></head>`)
  const url = 'https://en.wikipedia.org/wiki/Lakes'
  const article = { url: 'https://en.wikipedia.org/wiki/Lake', title: 'Lake' }
  const dated = { url, lastModified: 'Mon, 09 Nov 2026 10:00:00 GMT' }
  expect(await read(fetcherOf(dated, html), url)).toMatchObject({
    ...article,
    publishedOn: '2026-11-09',
  })
  expect(await read(fetcherOf({ url }, html), url)).toMatchObject({
    ...article,
    publishedOn: '2026-10-01',
  })
})

it('what a fetcher brings from outside the policy is not used', async () => {
  const fetcher = fetcherOf({ url: 'https://bad.example/' }, pageHtml({ title: 'Lake', text }))
  const controls = { include_domains: ['good.example'] }
  expect(await read(fetcher, 'https://good.example/', controls)).toBeUndefined()
})

it('a page that names another address of its host is held against the policy by it', async () => {
  const html = pageHtml({ title: 'Lake', text, canonical: 'https://www.good.example/lake' })
  const fetcher = fetcherOf({ url: 'https://good.example/a' }, html)
  const controls = { exclude_domains: ['www.good.example'] }
  expect(await read(fetcher, 'https://good.example/a')).toMatchObject({
    url: 'https://www.good.example/lake',
  })
  expect(await read(fetcher, 'https://good.example/a', controls)).toBeUndefined()
})
