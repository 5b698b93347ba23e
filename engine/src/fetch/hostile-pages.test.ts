import { expect, it } from 'vitest'
import type { FetchFault } from './fetcher.ts'
import { bombs } from './testing/bombs.ts'
import { drip, endless, type HostileSite, openHostileSite, page } from './testing/hostile-site.ts'
import { ANYWHERE, refusalOf, testFetcher } from './testing/test-fetcher.ts'

const HTML = { 'content-type': 'text/html' }
const WORDS = Buffer.from('Words and words. '.repeat(4_000))
const EXECUTABLE = Buffer.concat([
  Buffer.from('MZ\x90\0\x03\0\0\0\x04', 'latin1'),
  Buffer.alloc(60_000),
])

const HOSTILE: readonly (readonly [string, FetchFault, (site: HostileSite) => void])[] = [
  ['a page without end', 'too-large', site => site.answer('/', endless(WORDS, HTML))],
  [
    'a page that says it is huge',
    'too-large',
    site =>
      site.answer('/', (_, response) => {
        response.writeHead(200, { ...HTML, 'content-length': 2 ** 40 }).flushHeaders()
      }),
  ],
  [
    'a page of one byte at a time',
    'too-large',
    site =>
      site.answer('/', (_, response) => {
        response.writeHead(200, HTML).flushHeaders()
        response.socket?.write('1\r\nx\r\n'.repeat(120_000))
      }),
  ],
  [
    'a flood of headers',
    'too-large',
    site =>
      site.answer('/', (_, response) => {
        const flood = Array.from({ length: 2_000 }, (_, at) => [`x-flood-${at}`, 'x'.repeat(100)])
        response.writeHead(200, Object.fromEntries(flood)).end('<p>Hello')
      }),
  ],
  [
    'a page that breaks off',
    'unreachable',
    site =>
      site.answer('/', (_, response) => {
        response.writeHead(200, { ...HTML, 'content-length': 100_000 })
        response.write('<p>Hello', () => response.socket?.resetAndDestroy())
      }),
  ],
  [
    'a page that is shorter than it says',
    'unreachable',
    site =>
      site.answer('/', (_, response) => {
        response.writeHead(200, { ...HTML, 'content-length': 100_000 })
        response.write('<p>Hello', () => response.socket?.end())
      }),
  ],
  [
    'a reply that is no HTTP',
    'unreachable',
    site => site.answer('/', (_, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n')),
  ],
  [
    'a packed page that is broken',
    'unreachable',
    site => site.answer('/', page('no gzip at all', { 'content-encoding': 'gzip' })),
  ],
  [
    'a page packed in a way of its own',
    'not-readable',
    site => site.answer('/', page('<p>Hello', { 'content-encoding': 'gzip, gzip' })),
  ],
  [
    'a program that is said to be HTML',
    'too-large',
    site => site.answer('/', endless(EXECUTABLE, HTML)),
  ],
  [
    'a picture',
    'not-readable',
    site =>
      site.answer('/', endless(Buffer.from('\x89PNG\r\n\x1a\n'), { 'content-type': 'image/png' })),
  ],
  ['a page that is missing', 'status', () => {}],
  [
    'a page that is forbidden',
    'status',
    site => site.answer('/', (_, response) => void response.writeHead(403).end('<p>No')),
  ],
  [
    'a site with too much to do',
    'busy',
    site => site.answer('/', (_, response) => void response.writeHead(429).end()),
  ],
]

it.each(HOSTILE)('%s is refused as %s', async (_, reason, prepare) => {
  const site = await openHostileSite()
  prepare(site)
  const fetcher = testFetcher({ maxBytes: 100_000 })
  const refusal = await refusalOf(fetcher.fetch(`${site.origin}/`, ANYWHERE))
  expect({ reason: refusal.reason, message: refusal.message }).toMatchObject({ reason })
})

it.each(Object.keys(bombs))('a bomb packed with %s is refused', async encoding => {
  const site = await openHostileSite()
  const bomb = await bombs[encoding]?.()
  site.answer('/', (_, response) => {
    response.writeHead(200, { ...HTML, 'content-encoding': encoding }).end(bomb)
  })
  const refusal = await refusalOf(testFetcher().fetch(`${site.origin}/`, ANYWHERE))
  expect(refusal.reason).toBe('too-large')
})

it.each([
  ['drips', (site: HostileSite) => site.answer('/', drip('<p>Hello', 5))],
  [
    'stalls in the middle',
    (site: HostileSite) =>
      site.answer('/', (_, response) => void response.writeHead(200, HTML).write('<p>Hello')),
  ],
  ['never answers', (site: HostileSite) => site.answer('/', () => {})],
  [
    'does not even say what robots may read',
    (site: HostileSite) => site.answer('/robots.txt', () => {}),
  ],
])('a site that %s is left at the time limit', async (_, prepare) => {
  const site = await openHostileSite()
  prepare(site)
  const fetched = testFetcher().fetch(`${site.origin}/`, { ...ANYWHERE, timeoutMs: 250 })
  expect(await refusalOf(fetched)).toMatchObject({ reason: 'too-slow' })
})

it('a site that is silent is left before the time limit', async () => {
  const site = await openHostileSite()
  site.answer('/', () => {})
  const fetcher = testFetcher({ silenceMs: 200 })
  const fetched = fetcher.fetch(`${site.origin}/`, { ...ANYWHERE, timeoutMs: 3_600_000 })
  expect(await refusalOf(fetched)).toMatchObject({ reason: 'too-slow' })
})
