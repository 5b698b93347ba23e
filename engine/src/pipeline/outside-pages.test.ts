import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bombs } from '../fetch/testing/bombs.ts'
import { pageHtml } from '../web/testing/fake-page.ts'
import type { SitePage } from '../web/testing/fake-site.ts'
import { expectHonest } from './testing/expect-honest.ts'
import {
  ask,
  listed,
  type OutsideScene,
  openOutsideScene,
  outsideScene,
  sceneModel,
} from './testing/outside-scene.ts'
import { sensibleModel } from './testing/sensible-model.ts'

const QUESTION = 'How deep is Lake Orrin?'
const good: SitePage = {
  title: 'Orrin, the lake',
  text: 'Lake Orrin is 74 metres deep.',
  date: '2026-10-01',
}
/** What the pages say that must not be cited. */
const bad = { title: 'Lake Orrin', text: 'Lake Orrin is 900 metres deep.', date: '2026-10-01' }
const badHtml = pageHtml(bad)

let scene: OutsideScene

beforeAll(async () => {
  scene = await openOutsideScene()
})
afterAll(() => scene.end())

/** Served under a path of its own, since pages are kept; the bad one is listed first. */
async function askWith(page: SitePage, { sources = {}, isListedDated = true } = {}) {
  const path = `/bad-${Object.keys(scene.site.pages).length}`
  scene.site.pages = { ...scene.site.pages, [path]: page, '/good': good }
  const { date: _, ...undated } = bad
  scene.search.pages = [
    {
      ...undated,
      text: `${bad.text} ${QUESTION}`,
      url: `${scene.site.url}${path}`,
      ...(isListedDated && { date: bad.date }),
    },
    ...listed({ url: scene.site.url, pages: { '/good': good } }),
  ]
  const { model } = await sceneModel(sensibleModel)
  for (const own of [undefined, model]) {
    const result = await ask(scene, { input: QUESTION, sources }, { model: own })
    expectHonest(result, scene, { author: own ? 'model' : 'rules' })
    expect(result.sources.map(source => source.url)).toEqual([`${scene.site.url}/good`])
    expect(result.content).toContain('74 metres deep')
    expect(result.content).not.toContain('900')
  }
}

const answer = (status: number, headers: Record<string, string>, body: string | Buffer) =>
  ({
    kind: 'answer',
    answer: response => response.writeHead(status, headers).end(body),
  }) satisfies SitePage

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])
const HTML = { 'content-type': 'text/html' }
const GZIP = { ...HTML, 'content-encoding': 'gzip' }

describe('the next result is used instead of a page that', () => {
  it.each<[string, SitePage]>([
    ['blocks', answer(403, HTML, badHtml)],
    ['is gone', answer(410, HTML, badHtml)],
    ['asks for payment', answer(402, HTML, badHtml)],
    ['is too busy', answer(429, { ...HTML, 'retry-after': '0' }, badHtml)],
    ['breaks', answer(500, HTML, badHtml)],
    ['is a picture', answer(200, { 'content-type': 'image/png' }, PNG)],
    ['lies about its type', answer(200, HTML, PNG)],
    ['lies about its packing', answer(200, GZIP, badHtml)],
    ['is cut off', answer(200, GZIP, gzipSync(badHtml.repeat(50)).subarray(0, 100))],
    ['is empty', answer(200, HTML, '')],
    ['is huge', answer(200, HTML, `${badHtml}${' '.repeat(11 * 1024 * 1024)}`)],
    ['leads to a private address', { kind: 'redirect', to: 'http://10.0.0.1/lake' }],
    ['leads to a cloud’s metadata', { kind: 'redirect', to: 'http://169.254.169.254/latest' }],
    ['leads to a file', { kind: 'redirect', to: 'file:///etc/passwd' }],
    ['leads to itself', { kind: 'redirect', to: '?again' }],
    [
      'is for adults',
      answer(200, HTML, badHtml.replace('<head>', '<head><meta name="rating" content="adult">')),
    ],
  ])('%s', async (_, page) => {
    await askWith(page)
  })

  it('unpacks to a gigabyte', async () => {
    const bomb = (await bombs['gzip']?.()) ?? Buffer.alloc(0)
    await askWith(answer(200, GZIP, bomb))
  })

  it('is older than was asked for, or of no date', async () => {
    const sources = { freshness: 'year' }
    await askWith({ ...bad, date: '2019-01-01' }, { sources })
    const { date: _, ...undated } = bad
    await askWith(undated, { sources, isListedDated: false })
  })

  it('is in another language than was asked for', async () => {
    await askWith({ ...bad, language: 'fr' }, { sources: { language: 'en' } })
  })
})

describe('never finishes', () => {
  it.each<[string, SitePage]>([
    ['does not answer', { kind: 'answer', answer: () => {} }],
    [
      'stops in the middle',
      {
        kind: 'answer',
        answer: response => response.writeHead(200, HTML).write(badHtml.slice(0, 200)),
      },
    ],
  ])('a page that %s leaves the others to be cited', async (_, page) => {
    const path = `/slow-${Object.keys(scene.site.pages).length}`
    scene.site.pages = { ...scene.site.pages, [path]: page, '/good': good }
    scene.search.pages = listed({
      url: scene.site.url,
      pages: { [path]: { ...bad }, '/good': good },
    })
    const budget = { timeMs: 14_000, writingReserveMs: 2_000 }
    const result = await ask(scene, { input: QUESTION }, { budget })
    expectHonest(result, scene, { author: 'rules' })
    expect(result.sources.map(({ url }) => url)).toEqual([`${scene.site.url}/good`])
  })
})

describe('a page that names another address as its own', () => {
  it('on a foreign host is cited where it was read', async () => {
    scene.site.pages = {
      ...scene.site.pages,
      '/mirror': { ...good, canonical: 'https://famous.example/lake' },
    }
    scene.search.pages = listed({ url: scene.site.url, pages: { '/mirror': good } })
    const result = await ask(scene, { input: QUESTION })
    expectHonest(result, scene, { author: 'rules' })
    expect(result.sources.map(({ url }) => url)).toEqual([`${scene.site.url}/mirror`])
  })
})

it('what a site does not want to be read is not asked for', async () => {
  const robots = { kind: 'text', text: 'User-agent: *\nDisallow: /bad' } as const
  const own = await outsideScene({ pages: { '/robots.txt': robots, '/bad': bad, '/good': good } })
  const result = await ask(own, { input: QUESTION })
  expectHonest(result, own, { author: 'rules' })
  expect(result.sources.map(({ url }) => url)).toEqual([`${own.site.url}/good`])
  expect(own.site.requests.map(({ path }) => path)).not.toContain('/bad')
})
