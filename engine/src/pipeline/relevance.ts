import type { Part } from '../plan/part.ts'
import { saysDegree } from '../question/degree-words.ts'
import type { Question } from '../question/question.ts'
import { answerPhrases } from '../read/answer-phrases.ts'
import { isGeneric } from '../read/find-fields.ts'
import type { FoundSentence } from '../read/find-sentences.ts'
import { addressesModel } from '../text/addresses-model.ts'
import { contentStems, contentWords, words } from '../text/words.ts'
import { answersAsField } from './answers-as-field.ts'
import {
  isTelling,
  missingStems,
  type RelevanceFeatures,
  relevanceFeatures,
  saidBy,
} from './relevance-features.ts'
import { RELEVANCE_WEIGHTS } from './relevance-weights.ts'

const TINY_QUESTION = 2
const SHORT_QUESTION = 4
const SURE_COVERAGE = 0.6
const LEAST_RELATED = 0.5
const LEAST_OF_LABEL = 0.3
/** Sentences after the first must say something of what was asked, or be nearly as good. */
const LEAST_OPEN_WORDS = 8
const LEAST_COVERAGE = 0.25
const CLOSE_SCORES = 3
/** Those of other documents must be about as much of it. */
const LEAST_ELSEWHERE = 0.8
const FIGURES = /^(?:date|number|percent|money)$/
const ADVICE = /^\s*(?:should|ought)\b/i
const SOME_FIGURE = /\d|\b(?:many|several|few|half|dozens?|hundreds|thousands|millions)\b/i

/**
 * What answers the question, best first; empty when even the best is about something else. Saying so
 * is then the right answer. Of a document about the `subject`, each sentence is about it: the rest of
 * the question must tell.
 */
export function relevant(
  found: readonly FoundSentence[],
  question: Question,
  { subject = '' }: { subject?: string } = {},
): FoundSentence[] {
  const fitting = found.filter(
    ({ label, ...one }) =>
      label === undefined || answersAsField({ ...one, label }, question, found),
  )
  const [first] = fitting
  // The sentence that has the title's words in it may come before the one that says what is asked.
  const best = fitting.find(
    one =>
      one.passage.documentId === first?.passage.documentId &&
      first.score - one.score <= CLOSE_SCORES &&
      saysItself(one, question),
  )
  if (!best || !isRelevant(best, question) || !saysMore(best, question, subject)) return []
  const isShort = question.stems.filter(isTelling).length <= SHORT_QUESTION
  return fitting.filter(one => {
    if (isShort && !saysItself(one, question)) return false
    const isElsewhere = one.passage.documentId !== best.passage.documentId
    if (isElsewhere && one.coverage < LEAST_ELSEWHERE * best.coverage) return false
    return one.coverage >= LEAST_COVERAGE || best.score - one.score <= CLOSE_SCORES
  })
}

function isRelevant(found: FoundSentence, question: Question): boolean {
  const { stems } = question
  const features = relevanceFeatures(found, question)
  const { isNamed, otherWords, coverage } = features
  // Whoever asks about somebody by name wants nothing about others.
  if (
    isNamed &&
    features.names === 0 &&
    (coverage < SURE_COVERAGE || stems.length <= TINY_QUESTION)
  )
    return false
  // A name of one word may be anybody's: something else must agree.
  const nameWords = contentWords(question.names.join(' ')).length
  if (nameWords === 1 && otherWords === 0) return false
  const missing = missingStems(found, question).length
  // In a tiny question every word counts, in a short one most do; a name alone must be the same name.
  const isAllNeeded = nameWords === 0 || nameWords >= stems.length
  if (stems.length <= TINY_QUESTION && missing > 0 && isAllNeeded) return false
  if (stems.length <= SHORT_QUESTION) {
    const telling = stems.filter(isTelling).length
    if (missing > telling / 2 || !holdsFigure(found, question)) return false
  }
  return relevance(features) >= 0
}

function saysMore(found: FoundSentence, question: Question, subject: string): boolean {
  if (subject === '') return true
  const known = contentStems(subject)
  const rest = question.stems.filter(stem => !known.has(stem))
  const said = rest.filter(saidBy(found)).length
  // A request for advice shares one word with many sentences: "Should I buy solar power?", "took power".
  return rest.length === 0 || said > (ADVICE.test(question.text) ? rest.length / 3 : 0)
}

/**
 * What a title says, every sentence below it would seem to say too, and a figure beside a name may be
 * any: a sentence must hold some of the rest.
 */
function saysItself({ passage, text }: FoundSentence, question: Question): boolean {
  const isFigure = FIGURES.test(question.wants) && question.stems.length <= SHORT_QUESTION
  const given = contentStems([passage.title, ...(isFigure ? question.names : [])].join(' '))
  const rest = question.stems.filter(stem => isTelling(stem) && !given.has(stem))
  const isSaid = saidBy({ passage: { ...passage, title: '' }, text })
  return rest.length === 0 || rest.some(stem => isSaid(stem) || saysDegree(stem, text))
}

/** A question for a date or a number is not answered by a sentence that has none. */
function holdsFigure({ text, label }: FoundSentence, question: Question): boolean {
  if (label !== undefined) return true
  if (!FIGURES.test(question.wants) || SOME_FIGURE.test(text)) return true
  return answerPhrases(question, { text, words: words(text) })?.length !== 0
}

/**
 * "The table shows sales:" leads to something that is not quoted with it. What speaks to models must
 * not be passed on to those that read our answers.
 */
export function isStatement({ text, label }: Pick<FoundSentence, 'text' | 'label'>): boolean {
  if (addressesModel(text)) return false
  if (/:["”’)\]]*$/.test(text)) return false
  // A few words without a stop are a caption or a menu.
  return label !== undefined || isEnded(text) || text.split(/\s+/).length >= LEAST_OPEN_WORDS
}

function isEnded(text: string): boolean {
  return /[.!?…]["”’)\]]*$/.test(text)
}

/** Not an answer, but about the same thing: more than the name of the subject must agree. */
export function isRelated({ label, passage, text }: FoundSentence, part: Part): boolean {
  const { subject, attribute, question } = part
  if (subject && !subject.documentIds.includes(passage.documentId)) return false
  // What has no stop is more likely a menu or a caption.
  if (label === undefined && !isEnded(text)) return false
  const ofSubject = contentStems(subject?.name ?? '')
  const about = [...contentStems(attribute ?? question)].filter(stem => !ofSubject.has(stem))
  const said = contentStems(label ?? text)
  const agreeing = about.filter(stem => said.has(stem))
  const shared = agreeing.length
  if (shared === 0 || shared < LEAST_RELATED * about.length) return false
  // The birth rate has nothing to do with the inflation rate.
  if (agreeing.every(isGeneric) && !about.every(isGeneric)) return false
  // One word in many may mean anything: the capital of a country, the capital of its banks.
  return label === undefined ? shared > 1 : shared >= LEAST_OF_LABEL * said.size
}

function relevance(features: RelevanceFeatures): number {
  let sum = 0
  for (const name of FEATURES) sum += RELEVANCE_WEIGHTS[name] * features[name]
  return sum
}

const FEATURES = Object.keys(RELEVANCE_WEIGHTS) as (keyof RelevanceFeatures)[]
