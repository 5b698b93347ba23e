import { expect, it } from 'vitest'
import type { Fact } from '../fact.ts'
import { fillTemplate } from './fill-template.ts'

const subject = { id: 1, kind: 'country', key: 'nl', name: 'Netherlands' }
const attribute = { id: 1, collection: 'c', key: 'k', section: 's', label: 'l', kind: 'country' }
const source = { url: 'https://example.org', title: 'A source', publishedOn: '2026-01-01' }

function factOf(id: number, text: string, more: Partial<Fact> = {}): Fact {
  return { id, subject, attribute, text, source, ...more }
}

const facts: Readonly<Record<string, Fact>> = {
  gdp: factOf(1, '$1.227 trillion (2024 est.)', { number: 1.2274e12, unit: 'USD', year: 2024 }),
  growth: factOf(2, '-0.9% (2024 est.)', { number: -0.9, unit: '%', year: 2024 }),
  people: factOf(3, '17,943,210 (2025 est.)', { number: 17_943_210, year: 2025 }),
  next: factOf(4, '2030', { number: 2030 }),
}

function fill(template: string) {
  return fillTemplate(template, slot => facts[slot], { subject })
}

it('rounds values and records what rounding made', () => {
  const filled = fill("{subject's} GDP was {gdp} in {gdp.year}; {people} live there.")
  expect(filled?.text).toBe(
    'The Netherlands’ GDP was $1.23 trillion in 2024; 17.9 million live there.',
  )
  expect(filled?.facts).toEqual([facts['gdp'], facts['people']])
  expect(filled?.computed).toEqual(expect.arrayContaining([1.23e12, 17_900_000]))
})

it('chooses words by the sign of a value', () => {
  expect(fill('The economy {growth?grew|shrank} by {growth.size}.')?.text).toBe(
    'The economy shrank by 0.9%.',
  )
})

it('leaves out a clause without its value, and a sentence without its own', () => {
  expect(fill('GDP was {gdp}[, and debt {debt}].')?.text).toBe('GDP was $1.23 trillion.')
  expect(fill('Debt was {debt}[ with a GDP of {gdp}].')).toBeUndefined()
})

it('takes a year for no amount', () => {
  expect(fill('The next election is in {next}.')?.text).toBe('The next election is in 2030.')
})
