import { describe, expect, it, onTestFinished } from 'vitest'
import type { SearchFault } from '../web/testing/fake-search.ts'
import { startFakeSearch } from '../web/testing/fake-search.ts'
import { expectHonest } from './testing/expect-honest.ts'
import { ask, outsideScene, sceneModel } from './testing/outside-scene.ts'
import { sensibleModel } from './testing/sensible-model.ts'

const QUESTION = 'How deep is Lake Orrin?'
const DOWN = 'A source that may have the answer could not be reached'
const lake = {
  title: 'Lake Orrin',
  text: 'Lake Orrin is a freshwater lake in Velmark. Lake Orrin is 74 metres deep.',
  date: '2025-03-01',
}
const pages = { '/lake': lake }
const inLibrary = { url: 'https://library.example/orrin', title: lake.title, text: lake.text }

describe('a search that', () => {
  it.each<[SearchFault, string]>([
    ['nothing', 'No source supports an answer'],
    ['garbage', DOWN],
    ['html', DOWN],
    ['redirect', DOWN],
    ['broken', DOWN],
    ['forbidden', DOWN],
    ['overloaded', DOWN],
    ['reset', DOWN],
    ['huge', DOWN],
  ])('answers with %s is told honestly, after few requests', async (fault, message) => {
    const scene = await outsideScene({ pages })
    scene.search.fault = fault
    const { model } = await sceneModel(sensibleModel)
    await expect(ask(scene, { input: QUESTION, effort: 'deep' })).rejects.toThrow(message)
    await expect(ask(scene, { input: QUESTION, effort: 'deep' }, { model })).rejects.toThrow(
      message,
    )
    expect(scene.search.requests.length).toBeGreaterThan(0)
    expect(scene.search.requests.length).toBeLessThan(20)
    expect(scene.site.requests).toEqual([])
  })

  it('hangs is told honestly when its time is over', async () => {
    const scene = await outsideScene({ pages })
    scene.search.fault = 'hang'
    const budget = { timeMs: 900, writingReserveMs: 400 }
    await expect(ask(scene, { input: QUESTION }, { budget })).rejects.toThrow(DOWN)
  })

  it('lists the same page fifty times has it fetched and cited once', async () => {
    const scene = await outsideScene({ pages })
    scene.search.fault = 'repeats'
    const result = await ask(scene, { input: QUESTION })
    expectHonest(result, scene, { author: 'rules' })
    expect(result.sources).toHaveLength(1)
    const fetched = scene.site.requests.filter(({ path }) => path !== '/robots.txt')
    expect(fetched.map(({ path }) => path)).toEqual(['/lake'])
  })

  it('lists pages that are not there has none of them cited', async () => {
    const scene = await outsideScene({ pages })
    scene.search.pages = ['/gone', '/lake', '/lost'].map(path => ({
      ...lake,
      url: `${scene.site.url}${path}`,
    }))
    const result = await ask(scene, { input: QUESTION })
    expectHonest(result, scene, { author: 'rules' })
    expect(result.sources.map(({ url }) => url)).toEqual([`${scene.site.url}/lake`])
  })

  it('lists addresses that are no pages has none of them visited', async () => {
    const scene = await outsideScene({ pages })
    scene.search.pages = [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/lake',
      'http://[::1]/lake',
      'http://user:secret@127.0.0.1/lake',
      'not an address',
    ].map(url => ({ ...lake, url }))
    await expect(ask(scene, { input: QUESTION })).rejects.toThrow('No source supports an answer')
  })

  it('answers from its snippets alone answers nothing', async () => {
    const scene = await outsideScene()
    scene.search.pages = [{ ...lake, url: `${scene.site.url}/never-served` }]
    await expect(ask(scene, { input: QUESTION })).rejects.toThrow('No source supports an answer')
  })
})

it('one of two services down is done without', async () => {
  const scene = await outsideScene({
    pages,
    settings: ({ search }) => ({
      FOOTNOTE_SEARXNG_URL: search,
      FOOTNOTE_BRAVE_URL: 'http://127.0.0.1:9',
      FOOTNOTE_BRAVE_KEY: 'key',
    }),
  })
  expectHonest(await ask(scene, { input: QUESTION }), scene, { author: 'rules' })
})

it('all four services together find a page once', async () => {
  const scene = await outsideScene({
    pages,
    settings: ({ search }) => ({
      FOOTNOTE_SEARXNG_URL: search,
      FOOTNOTE_BRAVE_URL: search,
      FOOTNOTE_BRAVE_KEY: 'key',
      FOOTNOTE_YOU_URL: search,
      FOOTNOTE_YOU_KEY: 'key',
    }),
  })
  const result = await ask(scene, { input: QUESTION })
  expectHonest(result, scene, { author: 'rules' })
  expect(result.sources).toHaveLength(1)
})

it('with everything outside down, what the library knows is answered, and that is said', async () => {
  const scene = await outsideScene({ pages, documents: [inLibrary] })
  scene.search.fault = 'broken'
  scene.edgar.faults = { '': { status: 503 } }
  const { model } = await sceneModel(sensibleModel)
  for (const own of [undefined, model]) {
    const { content, sources } = await ask(scene, { input: QUESTION }, { model: own })
    expect(content).toContain('Lake Orrin is 74 metres deep [[1]].')
    expect(content).toContain('the web was not searched')
    expect(sources.map(({ url }) => url)).toEqual([inLibrary.url])
  }
})

it('the library and the web answer together, each cited', async () => {
  const scene = await outsideScene({
    pages,
    documents: [
      { ...inLibrary, text: 'Lake Orrin was dammed in 1931 by the Velmark water board.' },
    ],
  })
  const { model } = await sceneModel(sensibleModel)
  const input = 'How deep is Lake Orrin? When was Lake Orrin dammed?'
  for (const own of [undefined, model]) {
    const { content, sources } = await ask(scene, { input, effort: 'deep' }, { model: own })
    expect(content).toContain('74 metres')
    expect(content).toContain('1931')
    expect(sources.map(({ url }) => url).toSorted()).toEqual([
      `${scene.site.url}/lake`,
      inLibrary.url,
    ])
  }
})

it('a wiki is read as others are, and cited at its own address', async () => {
  const wiki = await startFakeSearch({ pages: [{ ...lake, url: 'unused' }] })
  onTestFinished(wiki.close)
  const scene = await outsideScene({ settings: () => ({ FOOTNOTE_WIKIPEDIA_URL: wiki.url }) })
  const { content, sources } = await ask(scene, { input: QUESTION })
  expect(content).toContain('74 metres deep')
  expect(sources.map(({ url }) => url)).toEqual([`${wiki.url}/wiki/Lake_Orrin`])
})
