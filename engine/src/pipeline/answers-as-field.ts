import { subjectOf } from '../library/subject-of.ts'
import type { Question } from '../question/question.ts'
import { answerPhrases } from '../read/answer-phrases.ts'
import type { FoundSentence } from '../read/find-sentences.ts'
import { contentStems, contentWords, words } from '../text/words.ts'
import { missingStems } from './relevance-features.ts'

const LONG_QUESTION = 5
/** "How long" is answered by a figure, not by the word. */
const DEGREE = /^(?:long|far|old|tall|high|big|larg|deep|wide|much)$/

/**
 * Whether a field that shares words with the question is what it asks for. A field states one thing
 * of one subject, so nothing of the question may be left over; and what the same field of any other
 * document would say as well is no answer to a question that names none of them.
 */
export function answersAsField(
  found: FoundSentence & { readonly label: string },
  question: Question,
  others: readonly FoundSentence[],
): boolean {
  const { label, passage, text } = found
  const asked = new Set(question.stems)
  const named = contentWords(label).filter(({ stem }) => asked.has(stem)).length
  if (named === 0) return false
  const missing = missingStems(found, question).filter(
    stem => question.wants !== 'number' || !DEGREE.test(stem),
  )
  if (missing.length > (question.stems.length >= LONG_QUESTION ? 1 : 0)) return false
  const value = text.slice(label.length + 1)
  // "Physicians density: 2.3 per 1,000 population" is no population density.
  const said = contentStems([label, ...passage.headings].join(' '))
  const subjects = contentStems(passage.title)
  const isBeside = question.stems.some(stem => !said.has(stem) && !subjects.has(stem))
  if (isBeside && named < contentWords(label).length) return false
  // Where the label is what was asked for, so is the value, whatever it looks like.
  if (named < contentWords(label).length) {
    if (question.wants === 'definition' && /\d/.test(value)) return false
    const phrases = answerPhrases(question, { text: value, words: words(value) })
    if (phrases?.length === 0) return false
  }
  const subject = contentWords(subjectOf(passage.title))
  const isNamed = subject.every(({ stem }) => asked.has(stem))
  if (isNamed) return true
  // The area of Africa is not that of South Africa; who is named must at least stand in the field.
  if (question.names.length > 0) return question.names.some(name => text.includes(name))
  return !others.some(
    other => other.label === label && other.passage.documentId !== passage.documentId,
  )
}
