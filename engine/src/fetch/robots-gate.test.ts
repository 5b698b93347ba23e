import { expect, it } from 'vitest'
import { openHostileSite, page, redirect } from './testing/hostile-site.ts'
import { ANYWHERE, refusalOf, testFetcher, textOf } from './testing/test-fetcher.ts'

const text = (body: string) => page(body, { 'content-type': 'text/plain' })

it('a page that robots.txt closes is not asked for, and a redirect to one is not followed', async () => {
  const site = await openHostileSite()
  site.answer('/robots.txt', text('User-agent: *\nDisallow: /closed'))
  site.answer('/closed', page('<p>Secret'))
  site.answer('/', redirect('/closed'))
  const fetcher = testFetcher()
  for (const path of ['/closed', '/']) {
    const refusal = await refusalOf(fetcher.fetch(`${site.origin}${path}`, ANYWHERE))
    expect(refusal.reason).toBe('robots')
  }
  expect([site.asked, site.robotsAsked()]).toEqual([['/'], 1])
})

it('a site that has no robots.txt, or hides it, is open', async () => {
  for (const status of [404, 401, 403, 410]) {
    const site = await openHostileSite()
    site.answer('/robots.txt', (_, response) => void response.writeHead(status).end())
    site.answer('/', page('<p>Hello'))
    expect(textOf(await testFetcher().fetch(`${site.origin}/`, ANYWHERE))).toBe('<p>Hello')
  }
})

it('a site that cannot say what robots may read is closed for now', async () => {
  const site = await openHostileSite()
  site.answer('/robots.txt', (_, response) => void response.writeHead(500).end())
  const fetcher = testFetcher()
  for (const path of ['/a', '/b']) {
    const refusal = await refusalOf(fetcher.fetch(`${site.origin}${path}`, ANYWHERE))
    expect(refusal.reason).toBe('robots')
  }
  expect([site.asked, site.robotsAsked()]).toEqual([[], 1])
})

it('of a huge robots.txt the beginning counts', async () => {
  const site = await openHostileSite()
  const filling = '# nothing to see here\n'.repeat(50_000)
  site.answer('/robots.txt', text(`User-agent: *\nDisallow: /a\n${filling}\nDisallow: /b`))
  site.answer('/b', page('<p>Hello'))
  const fetcher = testFetcher()
  const refusal = await refusalOf(fetcher.fetch(`${site.origin}/a`, ANYWHERE))
  expect(refusal.reason).toBe('robots')
  expect(textOf(await fetcher.fetch(`${site.origin}/b`, ANYWHERE))).toBe('<p>Hello')
})

it('does not fetch a page whose robots.txt takes too long to check, but fetches others', async () => {
  const site = await openHostileSite()
  const rules = `Disallow: ${'/*a'.repeat(30)}b\n`.repeat(1_000)
  site.answer('/robots.txt', text(`User-agent: *\n${rules}`))
  site.answer('/short', page('<p>Hello'))
  const fetcher = testFetcher()
  const long = `${site.origin}/${'a/'.repeat(900)}`
  const refusal = await refusalOf(fetcher.fetch(long, ANYWHERE))
  expect(refusal).toMatchObject({ reason: 'robots' })
  expect(refusal.message).toContain('too long to check')
  expect(textOf(await fetcher.fetch(`${site.origin}/short`, ANYWHERE))).toBe('<p>Hello')
  expect(site.asked).toEqual(['/short'])
})

it('a robots.txt elsewhere is followed to, but not into a closed network', async () => {
  const [site, other] = [await openHostileSite(), await openHostileSite()]
  site.answer('/robots.txt', redirect(`${other.origin}/robots.txt`))
  other.answer('/robots.txt', text('User-agent: Footnote\nDisallow: /'))
  const refusal = await refusalOf(testFetcher().fetch(`${site.origin}/`, ANYWHERE))
  expect(refusal.reason).toBe('robots')
  site.answer('/robots.txt', redirect('http://169.254.169.254/robots.txt'))
  const second = await refusalOf(testFetcher().fetch(`${site.origin}/`, ANYWHERE))
  expect([second.reason, site.asked]).toEqual(['blocked-address', []])
})

it('one who gives up does not take the answer from the others', async () => {
  const site = await openHostileSite()
  const { promise: asked, resolve: ask } = Promise.withResolvers<() => void>()
  site.answer('/robots.txt', (_, response) => ask(() => response.end('')))
  site.answer('/b', page('<p>Hello'))
  const fetcher = testFetcher()
  const leaving = new AbortController()
  const first = refusalOf(
    fetcher.fetch(`${site.origin}/a`, { ...ANYWHERE, signal: leaving.signal }),
  )
  const second = fetcher.fetch(`${site.origin}/b`, ANYWHERE)
  const answer = await asked
  leaving.abort()
  expect(await first).toMatchObject({ reason: 'cancelled' })
  answer()
  expect(textOf(await second)).toBe('<p>Hello')
  expect(site.robotsAsked()).toBe(1)
})
