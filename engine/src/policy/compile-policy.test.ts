import { expect, it } from 'vitest'
import type { Document } from '../library/document.ts'
import type { SourceControls } from '../research.ts'
import { compilePolicy } from './compile-policy.ts'

const now = new Date('2026-11-15T23:30:00Z')
const admits = (controls: SourceControls, document: Partial<Document> = {}) =>
  compilePolicy(controls, { now }).admits({ url: 'https://www.lakes.example/a', ...document })

it('a domain means its host, what is below it, or a bare suffix', () => {
  for (const domain of ['lakes.example', 'www.lakes.example', 'EXAMPLE', 'lakes.example.']) {
    expect(admits({ include_domains: [domain] })).toBe(true)
    expect(admits({ exclude_domains: [domain] })).toBe(false)
  }
  for (const domain of ['akes.example', 'a.www.lakes.example', 'www', '*.example', '']) {
    expect(admits({ include_domains: [domain] })).toBe(false)
    expect(admits({ exclude_domains: [domain] })).toBe(true)
  }
})

it('a file is in no domain', () => {
  expect(admits({ include_domains: ['example'] }, { url: 'file:///a/example' })).toBe(false)
  expect(admits({ exclude_domains: ['example'] }, { url: 'file:///a/example' })).toBe(true)
})

it('a boost ranks and leaves nothing out', () => {
  const policy = compilePolicy({ boost_domains: ['lakes.example'] }, { now })
  expect(policy.boost('https://www.lakes.example/a')).toBeGreaterThan(1)
  expect(policy.boost('https://hills.example/a')).toBe(1)
  expect(policy.admits({ url: 'https://hills.example/a' })).toBe(true)
})

it('freshness reaches back from today, and nothing undated is fresh', () => {
  const fresh = (freshness: string, publishedOn?: string) =>
    admits({ freshness }, publishedOn === undefined ? {} : { publishedOn })
  expect(fresh('day', '2026-11-14')).toBe(true)
  expect(fresh('day', '2026-11-13')).toBe(false)
  expect(fresh('week', '2026-11-08')).toBe(true)
  expect(fresh('month', '2026-10-15')).toBe(true)
  expect(fresh('year', '2025-11-14')).toBe(true)
  expect(fresh('year', '2025-11-13')).toBe(false)
  expect(fresh('year')).toBe(false)
  expect(fresh('day', '2027-01-01')).toBe(false)
  expect(fresh('2020-01-01to2020-12-31', '2020-12-31')).toBe(true)
  expect(fresh('2020-01-01to2020-12-31', '2021-01-01')).toBe(false)
  expect(() => fresh('lately')).toThrow(/freshness must be/)
})

it('a country asks for the tag, or for the national ending of the host', () => {
  expect(admits({ country: 'cl' }, { countries: ['CL', 'PE'] })).toBe(true)
  expect(admits({ country: 'CL' }, { countries: ['PE'] })).toBe(false)
  expect(admits({ country: 'GB' }, { url: 'https://a.co.uk/' })).toBe(true)
  expect(admits({ country: 'CL' }, { url: 'https://a.co.uk/' })).toBe(false)
  expect(admits({ country: 'CL' }, { url: 'https://a.co.uk/', countries: ['CL'] })).toBe(true)
  for (const url of ['https://a.io/', 'https://a.eu/', 'https://a.com/', 'file:///a']) {
    expect(admits({ country: 'CL' }, { url })).toBe(true)
  }
})

it('a language asks for the same language, and Chinese for the same script', () => {
  const speaks = (language: string, known?: string) =>
    admits({ language }, known === undefined ? {} : { language: known })
  expect(speaks('EN-GB', 'en')).toBe(true)
  expect(speaks('en', 'en-us')).toBe(true)
  expect(speaks('en', 'de')).toBe(false)
  expect(speaks('pt-br', 'pt-pt')).toBe(true)
  expect(speaks('nb', 'no')).toBe(true)
  expect(speaks('zh-hans', 'zh-cn')).toBe(true)
  expect(speaks('zh-hans', 'zh-tw')).toBe(false)
  expect(speaks('zh-hant', 'zh')).toBe(true)
  expect(speaks('en')).toBe(true)
  expect(speaks('en', 'no such tag!')).toBe(true)
})

it('safe search goes by the rating, moderate when nothing is said', () => {
  expect(admits({}, { rating: 'adult' })).toBe(false)
  expect(admits({}, { rating: 'mature' })).toBe(true)
  expect(admits({ safesearch: 'strict' }, { rating: 'mature' })).toBe(false)
  expect(admits({ safesearch: 'off' }, { rating: 'adult' })).toBe(true)
})

it('what search can filter by is given with it, in one spelling', () => {
  const controls = {
    freshness: 'day',
    country: 'cl',
    language: 'EN',
    include_domains: ['A.example', 'a.example'],
  }
  expect(compilePolicy(controls, { now })).toMatchObject({
    publishedFrom: '2026-11-14',
    publishedTo: '2026-11-16',
    country: 'CL',
    language: 'en',
    includeDomains: ['a.example'],
    safesearch: 'moderate',
  })
})
