import { expect, it } from 'vitest'
import { readRobots } from './read-robots.ts'

const SITE = 'https://site.example'
const rulesOf = (...lines: string[]) => readRobots(`${SITE}/robots.txt`, lines.join('\n'))
const isAllowed = (path: string, ...lines: string[]) =>
  rulesOf(...lines)?.isAllowed(`${SITE}${path}`)

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

it('the pause that a site wants is told', () => {
  expect(rulesOf('User-agent: *', 'Crawl-delay: 2.5')?.crawlDelayMs).toBe(2_500)
  expect(rulesOf('User-agent: *', 'Crawl-delay: soon')?.crawlDelayMs).toBe(0)
  expect(rulesOf('User-agent: OtherBot', 'Crawl-delay: 60')?.crawlDelayMs).toBe(0)
})

it('thousands of robots with thousands of rules are read as one robot with those rules', () => {
  const robots = Array.from({ length: 15_000 }, (_, at) => `User-agent: bot${at}`)
  const rules = Array.from({ length: 20_000 }, (_, at) => `Disallow: /${at}`)
  expect(isAllowed('/19999', ...robots, 'User-agent: *', ...rules)).toBe(false)
  expect(isAllowed('/x', ...robots, 'User-agent: *', ...rules)).toBe(true)
})

it('rules that would take minutes to match are not matched at all', () => {
  const rules = Array.from({ length: 10_000 }, () => `Disallow: ${'/*a'.repeat(15)}b`)
  expect(rulesOf('User-agent: *', ...rules)).toBeUndefined()
})
