import { expect, it } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import { createLedger } from '../evidence/ledger.ts'
import { reportedCompanies } from '../finance/testing/reported-companies.ts'
import type { Passage } from '../library/passage.ts'
import { addFigures } from './add-figures.ts'

const { facts } = reportedCompanies()

/** A part of the question, with what was read for it. */
function part(question: string, ...said: readonly string[]): Finding {
  const sentences = said.map(text => ({
    ...{ text, span: { start: 0, end: text.length }, score: 1, overlap: 1, coverage: 1 },
    passage: { ...(facts[0]?.quotes[0]?.passage as Passage), text },
  }))
  return { part: { question }, sentences, related: [] }
}

function add(input: string, ...findings: readonly Finding[]) {
  const gathered = { findings, facts, passages: [], unreached: new Set<string>() }
  return addFigures(input, gathered, { ledger: createLedger(), today: '2024-09-01' })
}

const questionsOf = (findings: readonly Finding[]) => findings.map(one => one.part.question)

it('parts that figures answer are dropped, in whatever pieces they were planned', () => {
  const planned = [
    'What was the revenue of Apple in fiscal 2023?',
    'How did the net income of Apple change from 2022 to 2023?',
  ]
  const input = planned.join(' ')
  expect(questionsOf(add(input, ...planned.map(one => part(one))))).toEqual([input])
  expect(questionsOf(add(input, part(input, 'Prose of 2023.')))).toEqual([input])
})

it('parts that figures do not answer stay with what was read', () => {
  const input = "What was Apple's revenue in 2023, and what are the risks of Apple?"
  const risks = part('what are the risks of Apple', 'Competition is a risk.')
  expect(add(input, part("What was Apple's revenue in 2023"), risks)).toEqual([
    expect.objectContaining({ figures: expect.anything() }),
    risks,
  ])
  const both = part("What was Apple's revenue in 2023, and what are the risks of Apple?", 'Risks.')
  expect(add(input, both)).toContain(both)
})

it('a part in other words is dropped if it asks for nothing else', () => {
  const input = "Apple's revenue and net income in 2023"
  const findings = add(input, part('Revenue of Apple Inc. for FY23'), part('Apple goodwill'))
  expect(questionsOf(findings)).toEqual([input, 'Apple goodwill'])
})

it('what no filing gives is named with the rest, or by itself', () => {
  const compared = add('Compare the operating income of Apple and Microsoft in 2023')
  expect(compared[0]?.figures?.missing).toEqual(['Microsoft: operating income in fiscal 2023'])
  const input = "Microsoft's goodwill in 2023"
  const missing = 'Microsoft: goodwill at the end of fiscal 2023'
  expect(questionsOf(add(input, part(input)))).toEqual([missing])
})

it('what reading found is not told as missing, unless it has no figure', () => {
  const input = "Microsoft's goodwill in 2023"
  const read = part(input, 'Goodwill of Microsoft was 67.9 billion dollars.')
  expect(add(input, read)).toEqual([read])
  const prose = part(input, 'Goodwill is tested for impairment.')
  expect(add(input, prose)).not.toContain(prose)
})

it('without facts nothing changes', () => {
  const findings = [part('What is the capital of Bolivia?', 'Sucre.')]
  const gathered = { findings, facts: [], passages: [], unreached: new Set<string>() }
  expect(addFigures('x', gathered, { ledger: createLedger(), today: '2024-09-01' })).toBe(findings)
})
