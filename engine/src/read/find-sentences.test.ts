import { describe, expect, it } from 'vitest'
import type { Passage } from '../library/passage.ts'
import { understandQuestion } from '../question/question.ts'
import { findSentences } from './find-sentences.ts'

const LIGHTHOUSE = passage(1, 'Skerry Lighthouse', [
  'Skerry Lighthouse stands on a reef off the northern coast.',
  'Its foundation stone was laid in 1838 by the engineer Alan Stevens.',
  'The light was first lit in 1844.',
  'It was electrified much later, because the supply boats could not land in winter.',
  'Why the keepers left is not known?',
])
const HARBOUR = passage(2, 'Skerry Harbour', [
  'The harbour was dredged in 1902 and is used by eleven fishing boats.',
  'Boats from the harbour supply the lighthouse.',
])
const PROFILE = passage(3, 'Zembla', [
  '# Geography',
  'Capital — name: Onhava',
  'Capital — time difference: UTC+2',
  'Coastline: 1,204 km',
  '',
  '| Year | Coastline |',
  '| 2014 | 1,204 |',
  '',
  'The coastline attracts birds.',
])

describe('findSentences', () => {
  it('puts the sentence that holds the wanted date first, found by the words of the question', () => {
    expect(best('When was the lighthouse first lit?', [LIGHTHOUSE, HARBOUR])).toBe(
      'The light was first lit in 1844.',
    )
  })

  it('follows a pronoun back to the sentence before it', () => {
    expect(best('Who laid the foundation of Skerry Lighthouse?', [LIGHTHOUSE, HARBOUR])).toBe(
      'Its foundation stone was laid in 1838 by the engineer Alan Stevens.',
    )
  })

  it('prefers a sentence that gives a reason when one is asked for', () => {
    expect(best('Why was the light electrified so late?', [LIGHTHOUSE, HARBOUR])).toMatch(/because/)
  })

  it('prefers the passage that fits when another shares a word', () => {
    expect(best('How many boats use the harbour?', [HARBOUR, LIGHTHOUSE])).toMatch(/eleven/)
  })

  it('takes a field whose label is asked for, and tells the label', () => {
    const [first] = findSentences(understandQuestion('What is the capital of Zembla?'), [PROFILE], {
      limit: 1,
    })
    expect(first?.text).toBe('Capital — name: Onhava')
    expect(first?.label).toBe('Capital — name')
    expect(first?.coverage).toBe(1)
  })

  it('leaves rows of tables and headings to others', () => {
    const found = findSentences(understandQuestion('coastline geography'), [PROFILE], { limit: 99 })
    expect(found.map(({ text }) => text)).not.toContainEqual(expect.stringMatching(/[|#]/))
  })

  it('gives spans at which the text stands to the letter', () => {
    const passages = [LIGHTHOUSE, HARBOUR, PROFILE]
    const found = findSentences(understandQuestion('lighthouse'), passages, { limit: 99 })
    expect(found).toHaveLength(11)
    for (const {
      passage: { text },
      span,
      text: quote,
    } of found) {
      expect(text.slice(span.start, span.end)).toBe(quote)
    }
  })

  it('bears a misspelt name', () => {
    expect(best('Where does Skery Lighthouse stand?', [HARBOUR, LIGHTHOUSE])).toMatch(/on a reef/)
  })

  it('finds nothing in nothing and is not upset by an empty question', () => {
    expect(findSentences(understandQuestion('lighthouse'), [], { limit: 3 })).toEqual([])
    expect(findSentences(understandQuestion(''), [HARBOUR], { limit: 1 })).toHaveLength(1)
  })

  it('keeps its bounds on a text without any stop', () => {
    const endless = passage(4, 'Noise', ['lighthouse '.repeat(50_000)])
    expect(findSentences(understandQuestion('lighthouse'), [endless], { limit: 3 })).toEqual([])
  })
})

function best(question: string, passages: readonly Passage[]): string | undefined {
  return findSentences(understandQuestion(question), passages, { limit: 1 })[0]?.text
}

function passage(documentId: number, title: string, lines: readonly string[]): Passage {
  return {
    documentId,
    title,
    url: `https://library.example/${documentId}`,
    start: 0,
    text: lines.join('\n'),
    headings: [],
    score: 4 - documentId,
  }
}
