import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Facts } from './facts.ts'
import { installFacts } from './install-facts.ts'
import { openFacts } from './open-facts.ts'
import { factPassage } from './write-fact.ts'

let folder: string
let path: string
let facts: Facts
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'facts-'))
  path = join(folder, 'facts.db')
  installFacts(path)
  facts = openFacts(path)
})
afterAll(() => {
  facts.close()
  rmSync(folder, { recursive: true })
})

function lines(name: string, key: string, more: object = {}) {
  const subjects = facts.findSubjects([name]).map(({ subject }) => subject.id)
  const attributes = facts
    .attributes()
    .filter(({ key: own, collection }) => own === key && collection !== 'company-standardised')
  return facts
    .find({ subjects, attributes: attributes.map(({ id }) => id), ...more })
    .map(factPassage)
}

it('unpacks the facts only once', () => {
  expect(installFacts(path)).toEqual({ isNew: false })
})

it('writes each fact as one line with the page that a reader would look it up on', () => {
  expect(
    lines('Bolivia', 'People and Society/Population').find(({ text }) => text.includes('total')),
  ).toMatchObject({
    text: 'Bolivia — People and Society — Population — total: 12,436,103 (2025 est.)',
    url: 'https://www.cia.gov/the-world-factbook/countries/bolivia/',
    publishedOn: '2026-01-22',
  })
  const years = { years: [2024], parts: ['year'] }
  expect(lines('AAPL', 'us-gaap:NetIncomeLoss', years)).toMatchObject([
    {
      text: 'Apple Inc. — Net income — fiscal year 2024 (2023-10-01 to 2024-09-28): 93,736,000,000 USD (10-K filed 2024-11-01)',
      url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019324000123/0000320193-24-000123-index.htm',
    },
  ])
  expect(lines('Albert Einstein', 'prize').map(({ text }) => text)).toEqual([
    'Albert Einstein — Nobel Prize — physics — 1921: sole laureate',
  ])
})

it('finds subjects by codes, former names and names in other languages', () => {
  const named = facts.findSubjects(['MSFT', 'Swaziland', 'Deutschland', '日本', 'the Netherlands'])
  expect(named.map(({ subject }) => subject.name).sort()).toEqual([
    'Eswatini',
    'Germany',
    'Japan',
    'Microsoft',
    'Netherlands',
  ])
})

it('keeps a removed collection removed, even after a new edition', () => {
  const copy = join(folder, 'copy.db')
  installFacts(copy)
  const writable = openFacts(copy, { readOnly: false })
  expect(writable.remove('nobel-prizes')).toBeGreaterThan(1_000)
  expect(writable.remove('nobel-prizes')).toBeUndefined()
  expect(writable.findSubjects(['Albert Einstein'])).toEqual([])
  writable.close()
  const database = new DatabaseSync(copy)
  database.exec("UPDATE installed SET edition = 'another'")
  database.close()
  expect(installFacts(copy)).toEqual({ isNew: true })
  const again = openFacts(copy)
  expect(again.collections().map(({ key }) => key)).not.toContain('nobel-prizes')
  expect(again.collections().map(({ key }) => key)).toContain('gdp')
  again.close()
})

it('refuses a file of something else or of another layout', () => {
  const other = join(folder, 'other.db')
  const database = new DatabaseSync(other)
  database.exec('CREATE TABLE note (text TEXT)')
  expect(() => openFacts(other)).toThrow('holds no facts of this version')
  database.exec('PRAGMA application_id = 0x464e4642; PRAGMA user_version = 99')
  expect(() => openFacts(other)).toThrow('holds no facts of this version')
  database.close()
})
