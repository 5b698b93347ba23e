import { expect, it } from 'vitest'
import { readRobots } from './robots.ts'

const SITE = 'https://site.example'
const isAllowed = (path: string, ...lines: string[]) =>
  readRobots(lines.join('\n'))(new URL(path, SITE))

it('rules for us go before rules for all, whatever is between them', () => {
  const lines = [
    'User-agent: *',
    'Disallow: /',
    '',
    'User-Agent: OtherBot',
    'user-agent : FOOTNOTE/0.1 # ours',
    'Sitemap: https://site.example/map.xml',
    'Disallow: /private',
    'Allow: /private/open',
    'User-agent: OtherBot',
    'Disallow: /docs',
  ]
  expect(isAllowed('/docs', ...lines)).toBe(true)
  expect(isAllowed('/private/x?y=1', ...lines)).toBe(false)
  expect(isAllowed('/private/open', ...lines)).toBe(true)
})

it('rules for others are none of ours', () => {
  expect(isAllowed('/x', 'User-agent: OtherBot', 'Disallow: /')).toBe(true)
  expect(isAllowed('/x', 'User-agent: *', 'Disallow: /x')).toBe(false)
  expect(isAllowed('/x', '<!doctype html><title>Not found</title>')).toBe(true)
})

it('thousands of robots with thousands of rules are read as one robot with those rules', () => {
  const robots = Array.from({ length: 15_000 }, (_, at) => `User-agent: bot${at}`)
  const rules = Array.from({ length: 20_000 }, (_, at) => `Disallow: /${at}`)
  expect(isAllowed('/19999', ...robots, 'User-agent: *', ...rules)).toBe(false)
  expect(isAllowed('/x', ...robots, 'User-agent: *', ...rules)).toBe(true)
})

it.each([
  ['/docs', '/docs/a?b=1', true],
  ['/docs$', '/docs/a', false],
  ['/docs$', '/docs', true],
  ['/*.pdf$', '/a.pdf/b.pdf', true],
  ['/*.pdf$', '/a.pdf?x=1', false],
  ['/*/print*page', '/a/b/print/the/page/1', true],
  ['/*/print*page', '/a/page/print', false],
  ['*', '/anything', true],
  ['/caf%c3%a9', '/café', true],
  ['/café', '/caf%C3%A9/menu', true],
  ['docs', '/docs', false],
  ['/pr%69vate', '/private', true],
  ['/private', '/pr%69v%61te', true],
  ['/a%2fb', '/a%2Fb', true],
  ['/a%2Fb', '/a/b', false],
  ['/a%2541', '/aA', false],
  ['/a%2Ab', '/a*b', true],
  ['/a%2Ab', '/a-b', false],
  ['/a*b', '/a%2Ab', true],
  ['/a%24', '/a$b', true],
  ['/a%24', '/a', false],
  ['/a$b', '/a%24b', true],
  ['/a$', '/a$', false],
  ["/find?q='x'", "/find?q='x'", true],
  ["/it's", "/it's", true],
])('the pattern %s on %s: %s', (pattern, path, isMatch) => {
  expect(isAllowed(path, 'User-agent: *', `Disallow: ${pattern}`)).toBe(!isMatch)
})

it('prefers the longest pattern, and allow over disallow at equal length', () => {
  const lines = ['User-agent: *', 'Allow: /a/b', 'Disallow: /a', 'Disallow: /c', 'Allow: /c']
  expect(isAllowed('/a/b', ...lines)).toBe(true)
  expect(isAllowed('/a/c', ...lines)).toBe(false)
  expect(isAllowed('/c', ...lines)).toBe(true)
})

it('checks 500 KiB of rules without wildcards', () => {
  const shared = '/a'.repeat(500)
  const rules = Array.from({ length: 480 }, (_, at) => `Disallow: ${shared}${at}x`)
  expect(isAllowed(`${shared}479x`, 'User-agent: *', ...rules)).toBe(false)
  expect(isAllowed(shared, 'User-agent: *', ...rules)).toBe(true)
})

it('gives up when wildcard rules take too many steps for an address', () => {
  const rules = Array.from({ length: 1_000 }, () => `Disallow: ${'/*a'.repeat(30)}b`)
  const lines = ['User-agent: *', ...rules]
  expect(isAllowed(`/${'a/'.repeat(900)}`, ...lines)).toBeUndefined()
  expect(isAllowed('/short', ...lines)).toBe(true)
})
