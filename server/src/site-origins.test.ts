import { expect, it } from 'vitest'
import { createSiteOrigins } from './site-origins.ts'

const listening = (host: string, url: string) =>
  createSiteOrigins({ host, publicUrl: undefined }, { listeningAt: () => url })

it('in local mode, each name of the machine is the website, on its port alone', () => {
  const { origin, isOwnOrigin } = listening('127.0.0.1', 'http://127.0.0.1:8787')
  expect(origin()).toBe('http://127.0.0.1:8787')
  for (const own of ['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787']) {
    expect(isOwnOrigin(own)).toBe(true)
  }
  for (const foreign of [
    ...['http://localhost:8788', 'http://localhost', 'https://localhost:8787', 'null', ''],
    ...['http://localhost:8787.example', 'http://example.com:8787', 'http://LOCALHOST:8787/'],
  ]) {
    expect(isOwnOrigin(foreign)).toBe(false)
  }
})

it('omits the default port, as browsers do', () => {
  const { isOwnOrigin } = listening('127.0.0.1', 'http://127.0.0.1:80')
  expect(isOwnOrigin('http://localhost')).toBe(true)
  expect(isOwnOrigin('http://localhost:8787')).toBe(false)
})

it('with a public address, only that is the website, without its path', () => {
  const { origin, isOwnOrigin } = createSiteOrigins(
    { host: '127.0.0.1', publicUrl: 'https://footnote.example/base' },
    { listeningAt: () => 'http://127.0.0.1:8787' },
  )
  expect(origin()).toBe('https://footnote.example')
  expect(isOwnOrigin('https://footnote.example')).toBe(true)
  for (const foreign of [
    'http://127.0.0.1:8787',
    'http://localhost:8787',
    'http://footnote.example',
  ])
    expect(isOwnOrigin(foreign)).toBe(false)
})
