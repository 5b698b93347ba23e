import { expect, it } from 'vitest'
import { queryTerms } from './match-expressions.ts'

it('words of one family are one term and stop words none', () => {
  expect(queryTerms('What is the border of bordering countries?')).toEqual([
    '"border"',
    '"countries"',
  ])
})

it('nothing of the grammar of the index gets through', () => {
  expect(queryTerms('body: (NEAR* "a^b") OR -x + {title}')).toEqual([
    '"body"',
    '"NEAR"',
    '"b"',
    '"OR"',
    '"x"',
    '"title"',
  ])
})

it('acronyms that look like stop words are kept', () => {
  expect(queryTerms('the GDP of the US')).toEqual(['"GDP"', '"US"'])
  expect(queryTerms('GDP OF THE US')).toEqual(['"GDP"'])
})

it('genitives lose their ending, stop words stay when there is nothing else', () => {
  expect(queryTerms("Bolivia's capital")).toEqual(['"Bolivia"', '"capital"'])
  expect(queryTerms('the who')).toEqual(['"the"', '"who"'])
})

it('endless input gives a bounded number of terms', () => {
  const words = Array.from({ length: 8_000 }, (_, index) => `w${index}`)
  expect(queryTerms(words.join(' ')).length).toBe(512)
  expect(queryTerms('x'.repeat(40_000))).toEqual([])
})
