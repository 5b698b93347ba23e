import { hash } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { movedPages, pages } from '@footnote/contract/site/pages'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPages, type TestPages } from '../../testing/scenes/start-pages.ts'

const PAGE = '<!doctype html><title>Footnote</title>'
const HOME = '<!doctype html><title>Footnote</title><h1>Answers</h1>'
const SCRIPT = `console.log(${'"a"'.repeat(100)})`
const FILES = {
  '/index.html': PAGE,
  '/index.html.br': brotliCompressSync(PAGE),
  '/index.html.gz': gzipSync(PAGE),
  '/prerendered/home.html': HOME,
  '/assets/main-Ab1_-x.js': SCRIPT,
  '/assets/main-Ab1_-x.js.br': brotliCompressSync(SCRIPT),
  '/assets/main-Ab1_-x.js.gz': gzipSync(SCRIPT),
  '/assets/face-1.woff2': Buffer.from([0, 255, 1]),
  '/assets/main-1.css': 'h1 { color: red }',
  '/theme.js': '0',
  '/start.js': '1',
  '/favicon.svg': '<svg/>',
  '/robots.txt': 'User-agent: *',
}
const SCRIPT_PATH = '/assets/main-Ab1_-x.js'
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Source that allows a file's content inline in a page. */
const digest = (path: keyof typeof FILES) => `sha256-${hash('sha256', FILES[path], 'base64')}`

let site: TestPages
beforeAll(async () => {
  site = await startPages(FILES)
})
afterAll(() => site.close())

interface Ask {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: Record<string, string>
  readonly from?: TestPages
}

/** Avoids fetch, which decodes bodies and adds headers. */
async function ask(path: string, { method = 'GET', headers = {}, from = site }: Ask = {}) {
  const response = await request(from.url + path, { method, headers })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string | undefined>,
    bytes,
    text: bytes.toString(),
  }
}

/** The table's paths with a value for each parameter; the first is the home page. */
const paths = Object.values(pages).map(page => page.replaceAll(/\$\w+/g, 'some-id'))

describe('the page', () => {
  it.each([...paths, ...paths.slice(1).map(path => `${path}/`), '/sign-in?next=%2Fkeys'])(
    'is served at %s to every client',
    async path => {
      for (const headers of [BROWSER, {}]) {
        const reply = await ask(path, { headers })
        expect(reply).toMatchObject({ status: 200, text: path === pages.home ? HOME : PAGE })
        expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
        expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      }
    },
  )

  it('is revalidated each time, and resent only if it changed', async () => {
    const { headers } = await ask('/access')
    expect(headers['cache-control']).toBe('no-cache')
    const etag = headers['etag'] ?? ''
    const again = await ask('/access', { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache' })
    expect((await ask('/access', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('refuses POST', async () => {
    const reply = await ask('/access', { method: 'POST', headers: BROWSER })
    expect(reply.status).toBe(405)
    expect(reply.headers['allow']).toBe('GET, HEAD')
  })
})

describe('the headers of the page', () => {
  it.each(['/', '/access', '/nowhere'])(
    'on %s restrict it to this origin and the content of its files',
    async path => {
      const { headers } = await ask(path, { headers: BROWSER })
      const policy = headers['content-security-policy'] ?? ''
      const rules = Object.fromEntries(
        policy.split('; ').map(rule => {
          const [name = '', ...values] = rule.split(' ')
          return [name, values.join(' ')]
        }),
      )
      for (const name of ['default-src', 'form-action', 'base-uri', 'frame-ancestors']) {
        expect(rules[name]).toBe("'none'")
      }
      for (const name of ['connect-src', 'font-src', 'img-src']) {
        expect(rules[name]).toBe("'self'")
      }
      expect(rules['script-src']).toBe(`'self' '${digest('/theme.js')}' '${digest('/start.js')}'`)
      expect(rules['style-src']).toBe(`'self' '${digest('/assets/main-1.css')}'`)
      expect(headers).toMatchObject({
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['permissions-policy']).toContain('camera=()')
    },
  )

  it('require HTTPS for the future only if the website uses it', async () => {
    expect((await ask('/')).headers['strict-transport-security']).toBeUndefined()
    const secure = await startPages(FILES, { isHttps: true })
    const { headers } = await ask('/', { from: secure })
    await secure.close()
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

describe('the files', () => {
  it.each([
    [SCRIPT_PATH, 'text/javascript; charset=utf-8'],
    ['/assets/face-1.woff2', 'font/woff2'],
  ])('%s, named after its content, is cached forever', async (path, type) => {
    const { headers, bytes } = await ask(path)
    expect(bytes).toEqual(Buffer.from(FILES[path as keyof typeof FILES]))
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    ['/theme.js', 'text/javascript; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
  ] as const)('%s is revalidated each time', async (path, type) => {
    const { headers, text } = await ask(path)
    expect(text).toBe(FILES[path])
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' })
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', undefined],
    ['zstd', undefined],
    ['', undefined],
  ])('for a client that accepts "%s" are sent as %s', async (accepted, encoding) => {
    const { headers, bytes } = await ask(SCRIPT_PATH, { headers: { 'accept-encoding': accepted } })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toBe('accept-encoding')
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }
    const plain = encoding ? decode[encoding as 'br' | 'gzip'](bytes) : bytes
    expect(plain.toString()).toBe(SCRIPT)
  })

  it('have one ETag for each encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', ''].map(
        async accepted =>
          (await ask('/access', { headers: { 'accept-encoding': accepted } })).headers['etag'],
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  it('are served to HEAD without a body', async () => {
    for (const path of ['/', SCRIPT_PATH]) {
      const [head, whole] = [await ask(path, { method: 'HEAD' }), await ask(path)]
      expect(head).toMatchObject({ status: 200, text: '' })
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
        expect(head.headers[name]).toBe(whole.headers[name])
      }
    }
  })

  it.each([
    `${SCRIPT_PATH}.br`,
    `${SCRIPT_PATH}.gz`,
    '/index.html',
    '/prerendered/home.html',
    '/assets/',
  ])('%s is not one of them', async path => expect((await ask(path)).status).toBe(404))
})

it.each(Object.entries(movedPages))('%s leads to %s', async (path, target) => {
  const reply = await ask(path, { headers: BROWSER })
  expect([reply.status, reply.headers['location']]).toEqual([301, target])
})

describe('an unknown path', () => {
  const UNKNOWN = ['/nowhere', '/access/1', '/wallet/receipts', '/apiary', '/assets/gone-1.js']
  const PROGRAMS = [
    ...['/api', '/api/v1/nothing', '/site', '/site/nothing', '/site?x=1', '/auth/nothing'],
    ...['/webhooks/nothing', '/API/v1/nothing', '/%61pi/v1/nothing', '/%53ITE', '/api%2Fnothing'],
    ...['/downloads/footnote-sdk-0.0.0.tgz'],
    ...['/api/%zz', '/%61pi/%', '/%ff'],
  ]

  it.each(UNKNOWN)('%s is the page with 404 for a browser', async path => {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await ask(path, { method, headers: BROWSER })
      expect(reply.status).toBe(404)
      expect(reply.text).toBe(method === 'GET' ? PAGE : '')
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('stays 404 for a browser that has loaded the page', async () => {
    const { headers } = await ask('/nowhere', { headers: BROWSER })
    const again = { ...BROWSER, 'if-none-match': headers['etag'] ?? '' }
    expect(await ask('/nowhere', { headers: again })).toMatchObject({ status: 404, text: PAGE })
  })

  it.each([...UNKNOWN, ...PROGRAMS])('%s is 404 in JSON for everyone else', async path => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const reply = await ask(path, { headers })
      expect(reply.status).toBe(404)
      expect(JSON.parse(reply.text)).toMatchObject({ code: 'NOT_FOUND' })
    }
    const reply = await ask(path, { method: 'POST', headers: BROWSER })
    expect(JSON.parse(reply.text)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each(PROGRAMS)('%s is JSON for a browser too', async path => {
    const reply = await ask(path, { headers: BROWSER })
    expect(reply.status).toBe(404)
    expect(JSON.parse(reply.text)).toMatchObject({ code: 'NOT_FOUND' })
  })
})

it('a service without a built website prints how to build it, and serves the rest', async () => {
  const unbuilt = await startPages({})
  for (const [path, status] of [
    ['/', 503],
    ['/access', 503],
    ['/nowhere', 503],
  ] as const) {
    const reply = await ask(path, { headers: BROWSER, from: unbuilt })
    expect(reply.status).toBe(status)
    expect(reply.text).toContain('npm run build')
    expect(reply.headers['cache-control']).toBe('no-store')
  }
  expect((await ask('/docs', { from: unbuilt })).status).toBe(200)
  expect((await ask('/healthz', { from: unbuilt })).status).toBe(200)
  await unbuilt.close()
})
