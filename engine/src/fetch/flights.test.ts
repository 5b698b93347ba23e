import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { openHostileSite, page } from './testing/hostile-site.ts'
import { ANYWHERE, refusalOf, testFetcher, textOf } from './testing/test-fetcher.ts'

/** A site with one page that waits to be answered. */
async function scene() {
  const site = await openHostileSite()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>()
  site.answer('/', (_, response) => arrive(response))
  return { site, arrived, url: `${site.origin}/`, fetcher: testFetcher() }
}

it('callers that want the same page share one request', async () => {
  const { site, arrived, url, fetcher } = await scene()
  const first = fetcher.fetch(url, ANYWHERE)
  const second = fetcher.fetch(`${url}#part`, ANYWHERE)
  const response = await arrived
  const third = fetcher.fetch(url, ANYWHERE)
  response.end('<p>Hello')
  const texts = (await Promise.all([first, second, third])).map(textOf)
  expect([texts, site.asked]).toEqual([Array(3).fill('<p>Hello'), ['/']])
})

it('one who gives up, or has no time left, ends it for nobody else', async () => {
  const { site, arrived, url, fetcher } = await scene()
  const leaving = new AbortController()
  const first = refusalOf(fetcher.fetch(url, { ...ANYWHERE, signal: leaving.signal }))
  const second = refusalOf(fetcher.fetch(url, { ...ANYWHERE, timeoutMs: 50 }))
  const third = fetcher.fetch(url, ANYWHERE)
  const response = await arrived
  leaving.abort()
  expect(await first).toMatchObject({ reason: 'cancelled' })
  expect(await second).toMatchObject({ reason: 'too-slow' })
  response.end('<p>Hello')
  expect(textOf(await third)).toBe('<p>Hello')
  expect(site.asked).toEqual(['/'])
})

it('when nobody waits any more the request is ended, and the next one starts anew', async () => {
  const { site, arrived, url, fetcher } = await scene()
  const leaving = new AbortController()
  const first = refusalOf(fetcher.fetch(url, { ...ANYWHERE, signal: leaving.signal }))
  const response = await arrived
  const ended = once(response, 'close')
  site.answer('/', page('<p>Again'))
  leaving.abort()
  expect(await first).toMatchObject({ reason: 'cancelled' })
  const second = await fetcher.fetch(url, ANYWHERE)
  await ended
  expect([textOf(second), site.asked]).toEqual(['<p>Again', ['/', '/']])
})

it('one that may not go where it leads is let down, the others arrive', async () => {
  const { site, arrived, url, fetcher } = await scene()
  site.answer('/new', page('<p>Hello'))
  const first = refusalOf(
    fetcher.fetch(url, { ...ANYWHERE, mayVisit: each => !each.endsWith('/new') }),
  )
  const second = fetcher.fetch(url, ANYWHERE)
  const response = await arrived
  const third = refusalOf(fetcher.fetch(url, { ...ANYWHERE, mayVisit: () => false }))
  expect(await third).toMatchObject({ reason: 'not-allowed' })
  response.writeHead(302, { location: '/new' }).end()
  expect(await first).toMatchObject({ reason: 'not-allowed' })
  expect([textOf(await second), site.asked]).toEqual(['<p>Hello', ['/', '/new']])
})

it('one that has given up before it begins sends nothing', async () => {
  const { site, url, fetcher } = await scene()
  const fetched = fetcher.fetch(url, { ...ANYWHERE, signal: AbortSignal.abort() })
  expect(await refusalOf(fetched)).toMatchObject({ reason: 'cancelled' })
  expect(site.connections()).toBe(0)
})
