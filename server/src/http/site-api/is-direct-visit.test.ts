import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { isDirectVisit } from './read-request.ts'

const visit = (
  headers: Record<string, string | undefined> = {},
  remoteAddress = '127.0.0.1',
): boolean => {
  const all = { host: 'localhost:8787', origin: 'http://localhost:8787', ...headers }
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return isDirectVisit({ raw: { headers: given, socket: { remoteAddress } } } as FastifyRequest)
}

it('accepts a visitor on the machine, under each of its names', () => {
  expect(visit()).toBe(true)
  expect(visit({}, '::1')).toBe(true)
  expect(visit({}, '::ffff:127.0.0.1')).toBe(true)
  expect(visit({ host: '127.0.0.1:8787', origin: 'http://127.0.0.1:8787' })).toBe(true)
  expect(visit({ host: '[::1]:8787', origin: 'http://[::1]:8787' })).toBe(true)
})

it.each([
  ['from another machine', {}, '10.0.0.7'],
  ['from another machine, mapped', {}, '::ffff:10.0.0.7'],
  ['to a public name', { host: 'footnote.example' }, undefined],
  ['to a name that only looks local', { host: 'localhost.example.com' }, undefined],
  ['without a host', { host: undefined }, undefined],
  ['by a page of elsewhere', { origin: 'https://footnote.example' }, undefined],
  ['by no page', { origin: undefined }, undefined],
  ['by a page without an origin', { origin: 'null' }, undefined],
  ['through a proxy: Forwarded', { forwarded: 'for=1.2.3.4' }, undefined],
  ['through a proxy: X-Forwarded-For', { 'x-forwarded-for': '1.2.3.4' }, undefined],
  ['through a proxy: X-Forwarded-Host', { 'x-forwarded-host': 'a' }, undefined],
  ['through a proxy: Via', { via: '1.1 a' }, undefined],
  ['through a proxy: X-Real-IP', { 'x-real-ip': '1.2.3.4' }, undefined],
  ['through a tunnel', { 'cf-connecting-ip': '1.2.3.4' }, undefined],
])('refuses a visitor %s', (_, headers, address) => {
  expect(visit(headers, address)).toBe(false)
})
