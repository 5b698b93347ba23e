import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { coveredSources } from './covered-sources.ts'

const covered = (environment: Record<string, string>) =>
  coveredSources(readConfig(environment)).join('\n')

it('names only the library if nothing is configured', () => {
  expect(covered({})).toMatch(/^A library[^\n]*$/)
})

it('names each kind of source once', () => {
  const sources = covered({
    FOOTNOTE_BRAVE_KEY: 'secret',
    FOOTNOTE_SEARXNG_URL: 'http://127.0.0.1:8888',
    FOOTNOTE_EDGAR_URL: 'https://www.sec.gov',
    FOOTNOTE_CONTACT: 'you@example.com',
  })
  expect(sources).toMatch(/^A library.*\nThe public web, through.*\nCompany filings.*$/)
  expect(sources).not.toMatch(/secret|127\.0\.0\.1|sec\.gov/)
})

it('names only the public web if an upstream is configured', () => {
  const sources = covered({
    FOOTNOTE_UPSTREAM_URL: 'https://api.example.com',
    FOOTNOTE_UPSTREAM_KEY: 'secret',
  })
  expect(sources).toMatch(/^The public web, as searched by.*$/)
})
