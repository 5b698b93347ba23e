import { describe, expect, it } from 'vitest'
import type { Passage } from '../library/passage.ts'
import { understandQuestion } from '../question/question.ts'
import { findSentences } from '../read/find-sentences.ts'
import { isRelated, isStatement, relevant } from './relevance.ts'

const zembla = passage(1, 'Zembla — Almanac', [
  'Budget (in even prices): $5 million (2014)',
  'Capital — name: Onhava',
  'Courts — judges: named by the Queen of Caldis on the advice of a council',
  'Budget — investment in fixed capital: 22%',
  '',
  'Merchants complain of red tape in the business of the harbour.',
])
const caldis = passage(2, 'Caldis — Almanac', [
  'Budget (in even prices): $7 million (2014)',
  'Capital — name: Grelod',
])
const handbook = passage(3, 'Handbook', ['Parental leave: 14 weeks', 'Holidays: 30 days'])

function answers(text: string, passages: readonly Passage[]): string[] {
  const question = understandQuestion(text)
  const found = findSentences(question, passages, { limit: 20 })
  return relevant(found, question).map(one => one.text)
}

describe('an answer', () => {
  it.each([
    'What are even prices?',
    'Who is the Queen of Caldis?',
    'Can I fly business class?',
    'What is the capital?',
    '1+1?',
  ])('is refused where only words agree: %s', question => {
    expect(answers(question, [zembla, caldis])).toEqual([])
  })

  it('may be a field that no other document has', () => {
    expect(answers('How long is parental leave?', [handbook, zembla])[0]).toMatch(/14 weeks/)
  })

  it('is a field of the document that is named, though others have it too', () => {
    expect(answers('capital name of Caldis', [zembla, caldis])[0]).toMatch(/Grelod/)
  })

  it('is no line that leads to something else', () => {
    expect(isStatement({ text: 'The table shows sales by product (in millions):' })).toBe(false)
    expect(isStatement({ text: 'Sales rose by product.' })).toBe(true)
  })
})

describe('what is related', () => {
  const part = {
    question: 'What is the capital of Zembla?',
    subject: { name: 'Zembla', documentIds: [1] },
    attribute: 'capital',
  }
  const related = findSentences(understandQuestion(part.question), [zembla, caldis], { limit: 20 })
    .filter(found => isRelated(found, part))
    .map(({ text }) => text)

  it('shares more than the name of the subject, and more than one word of many', () => {
    expect(related).toEqual(['Capital — name: Onhava'])
  })
})

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
