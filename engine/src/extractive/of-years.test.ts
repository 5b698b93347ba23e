import { expect, it } from 'vitest'
import type { FoundSentence } from '../evidence/finding.ts'
import { ofYears, yearsIn } from './of-years.ts'

function field(label: string, value: string): FoundSentence {
  const text = `${label}: ${value}`
  return { ...sentence(text), label }
}

function sentence(text: string): FoundSentence {
  const passage = {
    documentId: 1,
    url: 'https://almanac.example/zembla',
    title: 'Zembla — Almanac',
    publishedOn: '2015-11-04',
    start: 0,
    text,
    headings: [],
    score: 1,
  }
  const span = { start: 0, end: text.length }
  return { passage, span, text, score: 1 }
}

function asked(question: string, found: FoundSentence): string | undefined {
  const kept = ofYears(found, { years: yearsIn(question), text: question })
  const { start, end } = kept?.value ?? { start: 0, end: found.text.length }
  return kept && found.text.slice(start, end)
}

const budget = field('Budget', '$5 million (2014 est.); $4 million (2013 est.)')

it('gives of several years the one that was asked for', () => {
  expect(asked('budget of Zembla in 2013', budget)).toBe('$4 million (2013 est.)')
  expect(asked('budget of Zembla', budget)).toBe(budget.text)
  expect(asked('budget of Zembla in 2013 and 2014', budget)).toBe(budget.text)
})

it.each([
  ['budget of Zembla in 2012', budget],
  ['budget of Zembla in 2023', budget],
  ['capital of Zembla in 2023', field('Capital', 'Onhava')],
  ['king of Zembla in 2026', field('King', 'Charles (since 26 May 1998)')],
  ['king of Zembla in 1990', field('King', 'Charles (since 26 May 1998)')],
  ['growth of Zembla in 2009', field('Growth', '3% (2010-14 est.)')],
  ['What happened in Zembla in 2009?', sentence('In 1950 the king fled.')],
  ['Who won the 2022 regatta?', sentence('Zembla prepares for the 2022 regatta.')],
])('has nothing for "%s" when all is of other years', (question, found) => {
  expect(ofYears(found, { years: yearsIn(question), text: question })).toBeUndefined()
})

it.each([
  ['capital of Zembla in 2010', field('Capital', 'Onhava')],
  ['king of Zembla in 2001', field('King', 'Charles (since 26 May 1998)')],
  ['growth of Zembla in 2012', field('Growth', '3% (2010-14 est.)')],
  ['When is the 2022 regatta?', sentence('Zembla prepares for the 2022 regatta.')],
])('keeps for "%s" what held then', (question, found) => {
  expect(ofYears(found, { years: yearsIn(question), text: question })).toEqual(found)
})
