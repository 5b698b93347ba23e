import { describe, expect, it } from 'vitest'
import type { FoundSentence } from '../evidence/finding.ts'
import { chooseSentences } from './state-found.ts'

describe('chooseSentences', () => {
  it('takes the best and puts those of one document in reading order', () => {
    const chosen = chooseSentences(
      [found('It burnt in 1871.', 9, 40), found('The mill was built in 1790.', 8, 0)],
      { limit: 2 },
    )
    expect(chosen.map(({ text }) => text)).toEqual([
      'The mill was built in 1790.',
      'It burnt in 1871.',
    ])
  })

  it('puts the document of the best sentence first', () => {
    const chosen = chooseSentences(
      [found('The weir feeds the mill.', 9, 50, 2), found('Oats are milled.', 8, 0, 1)],
      { limit: 2 },
    )
    expect(chosen.map(({ passage }) => passage.documentId)).toEqual([2, 1])
  })

  it('does not say the same thing twice', () => {
    const chosen = chooseSentences(
      [
        found('The mill was built in 1790 by monks.', 9, 0, 1),
        found('Built in 1790 by monks, the mill.', 8, 0, 2),
        found('Its wheel has forty paddles.', 7, 0, 3),
      ],
      { limit: 2 },
    )
    expect(chosen.map(({ passage }) => passage.documentId)).toEqual([1, 3])
  })

  it('leaves out what is far less likely to answer, even with room left', () => {
    const chosen = chooseSentences(
      [found('It burnt in 1871.', 9, 0), found('Geese pass.', 1, 30)],
      {
        limit: 2,
      },
    )
    expect(chosen.map(({ text }) => text)).toEqual(['It burnt in 1871.'])
  })
})

function found(text: string, score: number, start: number, documentId = 1): FoundSentence {
  const url = `https://library.example/${documentId}`
  return {
    passage: { documentId, url, title: 'Mill', start: 0, text, headings: [], score: 1 },
    span: { start, end: start + text.length },
    text,
    score,
  }
}
