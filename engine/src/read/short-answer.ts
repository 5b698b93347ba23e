import type { AnswerKind } from '../question/answer-kind.ts'
import type { Question } from '../question/question.ts'
import type { Span } from '../text/span.ts'
import { words } from '../text/words.ts'
import { answerPhrases } from './answer-phrases.ts'
import type { FoundSentence } from './find-sentences.ts'
import { type PhraseFeatures, ratePhrases } from './phrase-features.ts'
import { PHRASE_WEIGHTS } from './phrase-weights.ts'

/** What is asked for by a clause is told by the words that lead it in. */
const CLAUSES: Partial<Readonly<Record<AnswerKind, RegExp>>> = {
  reason:
    /\b(?:because(?: of)?|due to|owing to|as a result of|in order to|so that|thanks to|caused by)\s(?<clause>[^.,;:()]+)/diu,
  manner: /\b(?:by|through|via|using|by means of)\s(?<clause>[^.,;:()]+)/diu,
  definition: /\b(?:is|are|was|were|means|refers to)\s(?<clause>(?:an?|the|one|any)\s[^.;:]+)/diu,
}

/**
 * The smallest phrase of a sentence that answers, relative to the sentence's text. Undefined where none
 * does: never for yes or no, and not for a reason, a manner or a definition that no clause gives.
 */
export function shortAnswer(
  question: Question,
  sentence: Pick<FoundSentence, 'text' | 'label'>,
): Span | undefined {
  if (sentence.label !== undefined) return valueAnswer(question, sentence.text)
  if (question.wants === 'yes-no') return undefined
  const clause = CLAUSES[question.wants]
  if (clause) return clauseAnswer(clause, sentence.text)
  const rated = ratePhrases(question, sentence.text)
  // Where a figure is asked for, nothing else will do.
  const fitting = isFigure(question) ? rated.filter(({ features }) => features.ofKind === 1) : rated
  const [first, ...others] = fitting
  if (!first) return undefined
  return others.reduce((best, phrase) => {
    return scoreOf(phrase.features) > scoreOf(best.features) ? phrase : best
  }, first).span
}

function clauseAnswer(clause: RegExp, text: string): Span | undefined {
  const place = clause.exec(text)?.indices?.groups?.['clause']
  return place && { start: place[0], end: place[1] }
}

/** The first phrase of the wanted kind in a field's value, else the value up to its first remark. */
function valueAnswer(question: Question, text: string): Span | undefined {
  const start = text.length - text.replace(/^[^:]*:\s+/, '').length
  const value = text.slice(start)
  if (isFigure(question)) {
    const phrase = answerPhrases(question, { text: value, words: words(value) })?.[0]
    if (phrase) return { start: start + phrase.start, end: start + phrase.end }
  }
  const remark = question.wants === 'list' ? /\s*;/ : /\s*[;(]|, (?:which|who|where)\b/
  const end = value.search(remark)
  return { start, end: end > 0 ? start + end : text.length }
}

function isFigure({ wants }: Question): boolean {
  return /^(?:date|number|money|percent)$/.test(wants)
}

function scoreOf(features: PhraseFeatures): number {
  let score = 0
  for (const name of FEATURES) score += PHRASE_WEIGHTS[name] * features[name]
  return score
}

const FEATURES = Object.keys(PHRASE_WEIGHTS) as (keyof PhraseFeatures)[]
