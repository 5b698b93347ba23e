import { expect, it, onTestFinished, vi } from 'vitest'
import { createPageCache } from './page-cache.ts'
import { openHostileSite, page } from './testing/hostile-site.ts'
import { ANYWHERE, refusalOf, testFetcher, textOf } from './testing/test-fetcher.ts'

const foundAt = (url: string, bytes = 10) => ({ url, bytes: new Uint8Array(bytes) })
const MINUTE = { 'cache-control': 'max-age=60' }

it('a page is gone when its time is over', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const cache = createPageCache({ clock: { now: () => Date.now() } })
  cache.keep(foundAt('https://a.example/'), MINUTE)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(cache.find('https://a.example/')).toBeDefined()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(cache.find('https://a.example/')).toBeUndefined()
})

it('no more is kept than so many pages and bytes, and what was used last stays', () => {
  const few = createPageCache({ maxPages: 2 })
  const small = createPageCache({ maxBytes: 20_000 })
  for (const cache of [few, small]) {
    for (const name of ['a', 'b', 'c']) cache.keep(foundAt(name, 8_000), MINUTE)
    expect(['a', 'b', 'c'].map(name => cache.find(name) !== undefined)).toEqual([false, true, true])
  }
  small.keep(foundAt('huge', 30_000), MINUTE)
  expect(small.find('huge')).toBeUndefined()
})

it('a page is fetched once, whatever its fragment', async () => {
  const site = await openHostileSite()
  site.answer('/new', page('<p>Hello'))
  const fetcher = testFetcher()
  for (const path of ['/new#a', '/new', '/new#b']) {
    const found = await fetcher.fetch(`${site.origin}${path}`, ANYWHERE)
    expect([found.url, textOf(found)]).toEqual([`${site.origin}/new`, '<p>Hello'])
  }
  expect(site.asked).toEqual(['/new'])
})

it('a page that was kept is not shown to a caller who may not visit it', async () => {
  const site = await openHostileSite()
  site.answer('/new', page('<p>Hello'))
  const fetcher = testFetcher()
  await fetcher.fetch(`${site.origin}/new`, ANYWHERE)
  const fetched = fetcher.fetch(`${site.origin}/new`, { ...ANYWHERE, mayVisit: () => false })
  expect(await refusalOf(fetched)).toMatchObject({ reason: 'not-allowed' })
})

it.each([
  ['a header', { 'cache-control': 'no-store' }],
  ['a cookie', { 'set-cookie': 'id=1' }],
])('nothing is kept where %s forbids it', async (_, headers) => {
  const site = await openHostileSite()
  site.answer('/new', page('<p>Hello', headers))
  const fetcher = testFetcher()
  for (let time = 0; time < 2; time += 1) await fetcher.fetch(`${site.origin}/new`, ANYWHERE)
  expect(site.asked).toEqual(['/new', '/new'])
})

it('what failed is tried again', async () => {
  const site = await openHostileSite()
  const fetcher = testFetcher()
  await refusalOf(fetcher.fetch(`${site.origin}/`, ANYWHERE))
  site.answer('/', page('<p>Hello'))
  expect(textOf(await fetcher.fetch(`${site.origin}/`, ANYWHERE))).toBe('<p>Hello')
})

it('a closed fetcher keeps nothing', async () => {
  const site = await openHostileSite()
  site.answer('/', page('<p>Hello'))
  const cache = createPageCache()
  const fetcher = testFetcher({ cache })
  await fetcher.fetch(`${site.origin}/`, ANYWHERE)
  expect(cache.find(`${site.origin}/`)).toBeDefined()
  await fetcher.close()
  expect(cache.find(`${site.origin}/`)).toBeUndefined()
})
