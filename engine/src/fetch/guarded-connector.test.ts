import { once } from 'node:events'
import { createServer } from 'node:net'
import {
  createAddressRules,
  createGuardedConnector,
  type Lookup,
} from '@footnote/platform/network/guarded-connector'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openHostileSite, page, redirect } from './testing/hostile-site.ts'
import { ANYWHERE, refusalOf, testFetcher, textOf } from './testing/test-fetcher.ts'

const at = (...addresses: string[]) => addresses.map(address => ({ address, family: 4 }))
/** Each request on a connection of its own, so that the name is looked up each time. */
const CLOSE = { connection: 'close' }

it.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.1/',
  'http://127.1/',
  'http://0/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fd00:ec2::254]/',
  'http://[64:ff9b::7f00:1]/',
  'http://8.8.8.8:22/',
  'http://8.8.8.8:8080/',
])('%s is refused before anything is sent', async url => {
  const fetcher = testFetcher({ allowNetworks: [] })
  expect(await refusalOf(fetcher.fetch(url, ANYWHERE))).toMatchObject({ reason: 'blocked-address' })
})

it.each([
  ['a closed address', ['127.0.0.1']],
  ['closed addresses alone', ['10.0.0.1', '192.168.0.1', '::1', '169.254.169.254']],
  ['what is no address', ['127.1']],
  ['nothing', []],
])('a name that stands for %s is refused', async (_, addresses) => {
  const fetcher = testFetcher({ allowNetworks: [], lookup: async () => at(...addresses) })
  const refusal = await refusalOf(fetcher.fetch('http://innocent.example/', ANYWHERE))
  expect(refusal.reason).toBe('blocked-address')
})

it('a name that changes its address is refused when it does, and was looked up once each time', async () => {
  const open = await openHostileSite()
  const closed = await openHostileSite({ host: '127.0.0.2', port: open.port })
  open.answer('/robots.txt', page('', CLOSE))
  open.answer('/', page('<p>Hello', CLOSE))
  closed.answer('/', page('<p>Secret'))
  const lookup = vi.fn<Lookup>().mockResolvedValue(at('127.0.0.2'))
  lookup.mockResolvedValueOnce(at('127.0.0.1')).mockResolvedValueOnce(at('127.0.0.1'))
  const fetcher = testFetcher({ allowNetworks: ['127.0.0.1/32'], lookup })
  const url = `http://rebinding.example:${open.port}`
  expect(textOf(await fetcher.fetch(`${url}/`, ANYWHERE))).toBe('<p>Hello')
  expect([lookup.mock.calls.length, open.connections()]).toEqual([2, 2])
  const refusal = await refusalOf(fetcher.fetch(`${url}/again`, ANYWHERE))
  expect([refusal.reason, closed.connections()]).toEqual(['blocked-address', 0])
})

it('of a name with open and closed addresses only the open ones are connected to', async () => {
  const open = await openHostileSite()
  const closed = await openHostileSite({ host: '127.0.0.2', port: open.port })
  open.answer('/', page('<p>Hello'))
  closed.answer('/', page('<p>Secret'))
  const lookup = async () => at('127.0.0.2', '10.0.0.1', '127.0.0.1')
  const fetcher = testFetcher({ allowNetworks: ['127.0.0.1/32'], lookup })
  const found = await fetcher.fetch(`http://mixed.example:${open.port}/`, ANYWHERE)
  expect([textOf(found), closed.connections()]).toEqual(['<p>Hello', 0])
})

it.each([
  'http://169.254.169.254/latest/meta-data/iam/',
  'http://2852039166/latest/',
  'http://localhost:PORT/secret',
  'http://[::1]:PORT/secret',
  'http://127.0.0.2:PORT/secret',
  'http://2130706434:PORT/secret',
  'http://[::ffff:127.0.0.1]:PORT/secret',
  '//127.0.0.2:PORT/secret',
])('a redirect to %s is refused', async location => {
  const site = await openHostileSite()
  const closed = await openHostileSite({ host: '127.0.0.2', port: site.port })
  site.answer('/', redirect(location.replace('PORT', String(site.port))))
  site.answer('/secret', page('<p>Secret'))
  closed.answer('/secret', page('<p>Secret'))
  const lookup: Lookup = async name => at(name === 'localhost' ? '127.0.0.2' : '127.0.0.1')
  const fetcher = testFetcher({ allowNetworks: ['127.0.0.1/32'], lookup })
  const refusal = await refusalOf(fetcher.fetch(`${site.origin}/`, ANYWHERE))
  expect(refusal.reason).toBe('blocked-address')
  expect(refusal.message).not.toMatch(/secret|meta-data/)
  expect([site.asked, closed.connections()]).toEqual([['/'], 0])
})

it.each([
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'javascript:1',
  'http://user:pass@127.0.0.1/',
  'http://',
])('a redirect to %s is no address', async location => {
  const site = await openHostileSite()
  site.answer('/', redirect(location))
  const refusal = await refusalOf(testFetcher().fetch(`${site.origin}/`, ANYWHERE))
  expect(refusal.reason).toBe('bad-address')
})

it('a name is not looked up by the socket a second time', async () => {
  const server = createServer(socket => socket.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const lookup = vi.fn<Lookup>().mockResolvedValue(at('127.0.0.1'))
  const connect = createGuardedConnector(createAddressRules(['127.0.0.0/8']), {
    lookup,
    blocked: () => new Error('blocked'),
  })
  const connected = await new Promise<string | undefined>((resolve, reject) => {
    const options = { hostname: 'name.example', protocol: 'http:', port: String(port) }
    connect(options, (error, socket) => {
      if (error) return reject(error)
      resolve(socket?.remoteAddress)
      socket?.destroy()
    })
  })
  expect([connected, lookup.mock.calls]).toEqual(['127.0.0.1', [['name.example']]])
})
