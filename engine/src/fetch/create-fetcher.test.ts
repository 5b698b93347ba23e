import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { createFetcher } from './create-fetcher.ts'
import { openHostileSite, page, redirect } from './testing/hostile-site.ts'
import { ANYWHERE, refusalOf, testFetcher, textOf } from './testing/test-fetcher.ts'

it('a page comes with its type, its date and the address at the end of its redirects', async () => {
  const site = await openHostileSite()
  site.answer('/old', redirect('/new?x=1#part'))
  site.answer('/new?x=1', page('<p>Hello', { 'last-modified': 'Tue, 05 Feb 2019 10:00:00 GMT' }))
  const { bytes, ...rest } = await testFetcher().fetch(`${site.origin}/old#top`, ANYWHERE)
  expect(new TextDecoder().decode(bytes)).toBe('<p>Hello')
  expect(rest).toEqual({
    url: `${site.origin}/new?x=1`,
    contentType: 'text/html',
    lastModified: 'Tue, 05 Feb 2019 10:00:00 GMT',
  })
})

it('a page that is made anew for everybody tells no date', async () => {
  const site = await openHostileSite()
  site.answer('/', page('<p>Hello', { 'last-modified': new Date().toUTCString() }))
  expect(await testFetcher().fetch(`${site.origin}/`, ANYWHERE)).not.toHaveProperty('lastModified')
})

it('a site learns who asks, and nothing else: no cookie, no referrer', async () => {
  const site = await openHostileSite()
  const seen: string[][] = []
  const keepHeaders = (names: string[]) => seen.push(names)
  site.answer('/', ({ headers }, response) => {
    keepHeaders(Object.keys(headers))
    response.writeHead(302, { location: '/next', 'set-cookie': 'id=1' }).end()
  })
  site.answer('/next', ({ headers }, response) => {
    keepHeaders(Object.keys(headers))
    response.end(headers['user-agent'])
  })
  const fetcher = testFetcher({ contact: 'robot@footnote.example' })
  const agent = textOf(await fetcher.fetch(`${site.origin}/`, ANYWHERE))
  expect(agent).toBe('Footnote/0.1 (+robot@footnote.example)')
  const names = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']
  expect(seen.map(each => each.sort())).toEqual([names, names])
})

it('the caller is asked about each address before anything is sent there', async () => {
  const site = await openHostileSite()
  const other = await openHostileSite()
  site.answer('/', redirect('/second'))
  site.answer('/second', redirect(`${other.origin}/third`))
  other.answer('/third', page('<p>Hello'))
  const visited: string[] = []
  const mayVisit = (url: string) => {
    visited.push(url)
    return !url.startsWith(other.origin)
  }
  const fetched = testFetcher().fetch(`${site.origin}/`, { ...ANYWHERE, mayVisit })
  expect(await refusalOf(fetched)).toMatchObject({ reason: 'not-allowed' })
  expect(visited).toEqual([`${site.origin}/`, `${site.origin}/second`, `${other.origin}/third`])
  expect(other.connections()).toBe(0)
  const never = testFetcher().fetch(`${other.origin}/third`, { ...ANYWHERE, mayVisit })
  expect(await refusalOf(never)).toMatchObject({ reason: 'not-allowed' })
  expect(other.connections()).toBe(0)
})

it.each([
  'ftp://a.example/',
  'file:///etc/passwd',
  'http://u@a.example/',
  'no url',
  `http://a.example/${'x'.repeat(3_000)}`,
])('%s is no address of a page', async url => {
  expect(await refusalOf(testFetcher().fetch(url, ANYWHERE))).toMatchObject({
    reason: 'bad-address',
  })
})

it('redirects end after five, and at once where they go in a circle', async () => {
  const site = await openHostileSite()
  for (let hop = 0; hop < 9; hop += 1) site.answer(`/${hop}`, redirect(`/${hop + 1}`))
  site.answer('/a', redirect('/b'))
  site.answer('/b', redirect('/a#other'))
  const fetcher = testFetcher()
  for (const [start, message] of [
    ['/0', 'redirects more than 5 times'],
    ['/a', 'redirects in a circle'],
  ]) {
    const refusal = await refusalOf(fetcher.fetch(`${site.origin}${start}`, ANYWHERE))
    expect(refusal).toMatchObject({ reason: 'too-many-redirects', message })
  }
  expect(site.asked).toEqual(['/0', '/1', '/2', '/3', '/4', '/5', '/a', '/b'])
})

it('a name that nobody knows is unreachable, and the message keeps what was asked for', async () => {
  const lookup = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND gone.example'), { code: 'ENOTFOUND' })
  }
  const fetched = testFetcher({ lookup }).fetch('http://gone.example/path?q=secret', ANYWHERE)
  const refusal = await refusalOf(fetched)
  expect(refusal.reason).toBe('unreachable')
  expect(refusal.message).not.toMatch(/path|secret/)
})

it('a closed fetcher ends what it was doing, and fetches nothing more', async () => {
  const site = await openHostileSite()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  site.answer('/', () => arrive())
  const fetcher = testFetcher()
  const fetched = refusalOf(fetcher.fetch(`${site.origin}/`, ANYWHERE))
  await arrived
  await fetcher.close()
  expect(await fetched).toMatchObject({ reason: 'cancelled' })
  const next = fetcher.fetch(`${site.origin}/next`, ANYWHERE)
  expect(await refusalOf(next)).toMatchObject({ reason: 'cancelled' })
})

it.each([{ contact: 'a\r\nb' }, { allowNetworks: ['everything'] }])(
  'a fetcher is not made with %j',
  options => {
    expect(() => createFetcher(options)).toThrow(RangeError)
  },
)

it('ends the request when its caller gives up', async () => {
  const site = await openHostileSite()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>()
  site.answer('/', (_, response) => arrive(response))
  const leaving = new AbortController()
  const fetched = testFetcher().fetch(`${site.origin}/`, { ...ANYWHERE, signal: leaving.signal })
  const ended = once(await arrived, 'close')
  leaving.abort()
  expect(await refusalOf(fetched)).toMatchObject({ reason: 'cancelled' })
  await ended
})

it('sends nothing for a caller that has given up', async () => {
  const site = await openHostileSite()
  const fetched = testFetcher().fetch(site.origin, { ...ANYWHERE, signal: AbortSignal.abort() })
  expect(await refusalOf(fetched)).toMatchObject({ reason: 'cancelled' })
  expect(site.connections()).toBe(0)
})
