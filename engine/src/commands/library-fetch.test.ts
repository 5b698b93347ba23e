import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchPage } from './library-add.ts'

let server: Server
let origin: string
let answer: RequestListener
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise(resolve => server.close(resolve))
})

it('a page comes with its type, its date and the address at the end of its redirects', async () => {
  answer = ({ url }, response) => {
    if (url === '/old') response.writeHead(301, { location: '/new#part' }).end()
    else {
      const headers = {
        'content-type': 'text/plain; charset=utf-8',
        'last-modified': 'Tue, 05 Feb 2019 10:00:00 GMT',
      }
      response.writeHead(200, headers).end('Hello')
    }
  }
  const { bytes, ...page } = await fetchPage(`${origin}/old`)
  expect(Buffer.from(bytes).toString()).toBe('Hello')
  expect(page).toEqual({
    url: `${origin}/new`,
    contentType: 'text/plain; charset=utf-8',
    lastModified: 'Tue, 05 Feb 2019 10:00:00 GMT',
  })
})

it('a page that is made anew for everybody tells no date', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'last-modified': new Date().toUTCString() }).end('Hello')
  }
  expect(await fetchPage(origin)).not.toHaveProperty('lastModified')
})

it.each<[string, RequestListener, RegExp]>([
  ['is missing', (_, response) => response.writeHead(404).end(), /status 404/],
  [
    'redirects for ever',
    (_, response) => response.writeHead(302, { location: '/' }).end(),
    /redirects in a circle/,
  ],
  [
    'redirects to a file',
    (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    /redirects to a file: address/,
  ],
  [
    'is larger than it says',
    (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(5_000_000)))
    },
    /larger than 1 MB/,
  ],
  ['breaks off', (_, response) => response.destroy(), /cannot be fetched/],
])('what %s is refused with a reason', async (_, listener, reason) => {
  answer = listener
  await expect(fetchPage(origin, { maxBytes: 1024 * 1024 })).rejects.toThrow(reason)
})

it('what never arrives is given up', async () => {
  answer = () => {}
  await expect(fetchPage(origin, { timeoutMs: 300 })).rejects.toThrow('did not arrive within 0.3 s')
})
