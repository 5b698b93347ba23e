import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceControls } from '../research.ts'
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
const page = { title: 'Lake Orrin', text: 'Lake Orrin is 74 metres deep.', date: '2026-10-01' }
const other = {
  title: 'Orrin',
  text: 'Lake Orrin is 75 metres deep, others say.',
  date: '2020-01-01',
  language: 'fr',
}

let scene: OutsideScene
/** The same site under another name. */
let elsewhere: string

beforeAll(async () => {
  scene = await openOutsideScene({
    pages: {
      '/lake': page,
      '/old': other,
    },
  })
  elsewhere = scene.site.url.replace('127.0.0.1', 'localhost')
  scene.site.pages = {
    ...scene.site.pages,
    '/moved': { kind: 'redirect', to: `${elsewhere}/old` },
  }
})
afterAll(() => scene.end())

/** Asks with and without a model, and tells what was cited, and what the search was asked. */
async function citedWith(sources: SourceControls, pages: readonly { url: string }[]) {
  scene.search.pages = pages.map(({ url }) => ({ ...page, url }))
  scene.search.requests.length = 0
  const { model } = await sceneModel(sensibleModel)
  const cited = []
  for (const own of [undefined, model]) {
    const result = await ask(scene, { input: QUESTION, sources }, { model: own }).catch(
      () => undefined,
    )
    cited.push((result?.sources ?? []).map(({ url }) => url))
  }
  expect(cited[1]).toEqual(cited[0])
  return { cited: cited[0], queries: scene.search.requests.map(({ query }) => query) }
}

const here = (path: string) => ({ url: `${scene.site.url}${path}` })
const there = (path: string) => ({ url: `${elsewhere}${path}` })

it('without controls everything is read', async () => {
  const { cited, queries } = await citedWith({}, [here('/lake'), there('/old')])
  expect(cited?.toSorted()).toEqual([here('/lake').url, there('/old').url])
  expect(queries[0]?.['q']).not.toContain('site:')
})

describe('domains', () => {
  it('to include are in the query, and nothing else is cited', async () => {
    const controls = { include_domains: ['127.0.0.1'] }
    const { cited, queries } = await citedWith(controls, [there('/old'), here('/lake')])
    expect(cited).toEqual([here('/lake').url])
    for (const { q } of queries) expect(q).toContain('site:127.0.0.1')
  })

  it('to exclude are in the query, and never cited', async () => {
    const controls = { exclude_domains: ['localhost'] }
    const { cited, queries } = await citedWith(controls, [there('/old'), here('/lake')])
    expect(cited).toEqual([here('/lake').url])
    for (const { q } of queries) expect(q).toContain('-site:localhost')
  })

  it.each([
    ['outside of those to include', { include_domains: ['127.0.0.1'] }],
    ['to one to exclude', { exclude_domains: ['localhost'] }],
  ])('a redirect %s is not followed', async (_, controls) => {
    const { cited } = await citedWith(controls, [here('/moved'), here('/lake')])
    expect(cited).toEqual([here('/lake').url])
  })

  it('to prefer come first', async () => {
    const pages = [here('/lake'), there('/old')]
    const plain = await citedWith({}, pages)
    const boosted = await citedWith({ boost_domains: ['localhost'] }, pages)
    expect(plain.cited?.[0]).toBe(here('/lake').url)
    expect(boosted.cited?.[0]).toBe(there('/old').url)
  })
})

it('what is older than was asked for is not cited', async () => {
  const { cited } = await citedWith({ freshness: 'year' }, [there('/old'), here('/lake')])
  expect(cited).toEqual([here('/lake').url])
})

it('services that know countries, languages and dates are told them', async () => {
  const own = await outsideScene({
    pages: { '/lake': { ...page, date: '2025-03-01' } },
    settings: ({ search }) => ({
      FOOTNOTE_BRAVE_URL: search,
      FOOTNOTE_BRAVE_KEY: 'key',
      FOOTNOTE_YOU_URL: search,
      FOOTNOTE_YOU_KEY: 'key',
    }),
  })
  const sources = {
    ...{ country: 'de', language: 'en', freshness: '2025-02-01to2025-04-01' },
    boost_domains: ['127.0.0.1'],
  }
  const { sources: cited } = await ask(own, { input: QUESTION, sources })
  expect(cited.map(({ url }) => url)).toEqual([`${own.site.url}/lake`])
  const [brave] = own.search.requests.filter(({ path }) => path === '/res/v1/web/search')
  const [you] = own.search.requests.filter(({ path }) => path === '/v1/search')
  const window = { freshness: '2025-02-01to2025-04-01' }
  expect(brave?.query).toMatchObject({ ...window, country: 'DE', search_lang: 'en' })
  expect(JSON.parse(you?.body ?? '{}')).toMatchObject({ ...window, country: 'DE', language: 'EN' })
})

it('a language is in the query, and pages in another are not cited', async () => {
  const { cited, queries } = await citedWith({ language: 'en' }, [there('/old'), here('/lake')])
  expect(cited).toEqual([here('/lake').url])
  for (const { language } of queries) expect(language).toBe('en')
})

it('what no control allows is no answer, and the message says why', async () => {
  scene.search.pages = listed({ url: scene.site.url, pages: { '/lake': page } })
  const sources = { include_domains: ['nowhere.example'] }
  await expect(ask(scene, { input: QUESTION, sources })).rejects.toThrow('loosen')
})

it('EDGAR is not asked where its domain is not allowed', async () => {
  scene.edgar.requests.length = 0
  const sources = { exclude_domains: ['127.0.0.1'] }
  const input = 'What was Apple revenue in fiscal 2023?'
  await expect(ask(scene, { input, kind: 'finance', sources })).rejects.toThrow('loosen')
  expect(scene.edgar.requests).toEqual([])
})
