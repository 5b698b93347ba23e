import { join } from 'node:path'
import type { Library } from '../../engine/src/library/open-library.ts'
import { openLibrary } from '../../engine/src/library/open-library.ts'
import { type RelevanceFeatures, relevanceFeatures } from '../../engine/src/pipeline/relevance.ts'
import { compilePolicy } from '../../engine/src/policy/compile-policy.ts'
import { understandQuestion } from '../../engine/src/question/question.ts'
import { findSentences } from '../../engine/src/read/find-sentences.ts'
import { ensureStarter } from '../../engine/src/starter/ensure-starter.ts'
import { containsAnswer } from './squad-score.ts'
import { withTemporaryFolder } from './with-temporary-folder.ts'
import { isFitted, paragraphDocuments, readXquad, type XquadQuestion } from './xquad.ts'

/**
 * Fits the weights that tell an answer from something else that shares its words. A question asked of
 * the paragraphs that answer it is one kind, the same question asked of the starter library the other.
 * Every second article is left out and shows whether what was fitted holds elsewhere.
 */
interface Example {
  readonly features: RelevanceFeatures
  readonly isAnswer: boolean
  readonly isFitted: boolean
}

const ROUNDS = 4_000
const RATE = 0.5
const RIDGE = 0.002
const PASSAGES = 12
/** A refusal where there was an answer costs the caller more than a weak answer with its source. */
const LOST_ANSWER_WEIGHT = 8

const xquad = readXquad(
  process.argv[2] ?? join(import.meta.dirname, '../../../shared/data/xquad-en-dev.json'),
)

await withTemporaryFolder(folder => {
  const own = openLibrary(join(folder, 'own.db'))
  own.add(paragraphDocuments(xquad))
  const other = openLibrary(join(folder, 'other.db'))
  ensureStarter(other)
  const examples = xquad.questions.flatMap(question => [
    ...example(own, question, true),
    ...example(other, question, false),
  ])
  const weights = fitWeights(examples.filter(one => one.isFitted))
  process.stdout.write(`${JSON.stringify(weights, undefined, 2)}\n`)
  for (const isSeen of [true, false]) {
    const part = examples.filter(one => one.isFitted === isSeen)
    const kept = (isAnswer: boolean) => {
      const own = part.filter(one => one.isAnswer === isAnswer)
      return `${own.filter(({ features }) => sum(weights, features) >= 0).length} of ${own.length}`
    }
    process.stdout.write(
      `${isSeen ? 'fitted on' : 'unseen'}: answers kept ${kept(true)}, others kept ${kept(false)}\n`,
    )
  }
})

function example(library: Library, question: XquadQuestion, isAnswer: boolean): Example[] {
  const policy = compilePolicy({}, { now: new Date() })
  const asked = understandQuestion(question.question)
  const passages = library.search({ query: question.question, policy, limit: PASSAGES })
  const [best] = findSentences(asked, passages, { limit: 1 })
  if (!best || (isAnswer && !containsAnswer(best.text, question.answers))) return []
  return [
    { features: relevanceFeatures(best, asked), isAnswer, isFitted: isFitted(xquad, question) },
  ]
}

/** Logistic regression by plain gradient descent. */
function fitWeights(examples: readonly Example[]): Record<keyof RelevanceFeatures, number> {
  const names = Object.keys(examples[0]?.features ?? {}) as (keyof RelevanceFeatures)[]
  const weights = Object.fromEntries(names.map(name => [name, 0])) as Record<
    keyof RelevanceFeatures,
    number
  >
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = new Map(names.map(name => [name, 0]))
    for (const { features, isAnswer } of examples) {
      const likely = 1 / (1 + Math.exp(-sum(weights, features)))
      const error = (likely - (isAnswer ? 1 : 0)) * (isAnswer ? LOST_ANSWER_WEIGHT : 1)
      for (const name of names) slopes.set(name, (slopes.get(name) ?? 0) + error * features[name])
    }
    for (const name of names) {
      weights[name] -= RATE * ((slopes.get(name) ?? 0) / examples.length + RIDGE * weights[name])
    }
  }
  return weights
}

function sum(
  weights: Record<keyof RelevanceFeatures, number>,
  features: RelevanceFeatures,
): number {
  return Object.entries(weights).reduce(
    (total, [name, weight]) => total + weight * features[name as keyof RelevanceFeatures],
    0,
  )
}
