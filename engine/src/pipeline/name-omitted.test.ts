import { expect, it } from 'vitest'
import { nothingFor } from './add-figures.ts'
import { nameOmitted } from './name-omitted.ts'

const told = (text: string, missing: readonly string[] = []) => ({
  ...nothingFor('q'),
  figures: {
    statements: [{ text, evidence: [], isVerbatim: false }],
    conflicts: [],
    answered: [],
    missing,
  },
})
const omitted = (input: string, ...findings: Parameters<typeof nameOmitted>[1]) =>
  nameOmitted(input, findings, { kind: 'answer', effort: 'lite' })

it('names a year of a list that the answer leaves out', () => {
  const input = 'population of italy in 1960, 1990 and 2020'
  expect(omitted(input, told('It rose from 50 million in 1960 to 59 million in 2020.'))).toEqual([
    '1990',
  ])
  expect(omitted(input, told('It rose from 1960 to 2020.', ['Italy: population in 1990']))).toEqual(
    [],
  )
})

it('takes a year between two that are said as covered', () => {
  expect(omitted('Who governed in 1995?', told('She did, from 1993 to 2001.'))).toEqual([])
  expect(omitted('Who governed in 1990?', told('She did, from 1993 to 2001.'))).toEqual(['1990'])
})

it('does not ask prose to repeat a year', () => {
  expect(omitted('What happened in 1990?', nothingFor('What happened in 1990?'))).toEqual([])
})
