import { join } from 'node:path'
import type { Library } from '../../engine/src/library/open-library.ts'
import { openLibrary } from '../../engine/src/library/open-library.ts'
import {
  type RelevanceFeatures,
  relevanceFeatures,
} from '../../engine/src/pipeline/relevance-features.ts'
import { compilePolicy } from '../../engine/src/policy/compile-policy.ts'
import { understandQuestion } from '../../engine/src/question/question.ts'
import { findSentences } from '../../engine/src/read/find-sentences.ts'
import { ensureStarter } from '../../engine/src/starter/ensure-starter.ts'
import { containsAnswer } from './squad-score.ts'
import { withTemporaryFolder } from './with-temporary-folder.ts'
import {
  isFitted,
  paragraphDocuments,
  paragraphUrl,
  readXquad,
  type XquadQuestion,
} from './xquad.ts'

/**
 * Fits the weights that tell an answer from something else that shares its words. A question asked of
 * the paragraphs that answer it is one kind; the other is the same question asked of the starter
 * library, and of the paragraphs of all other articles. Every second article is left out and shows
 * whether what was fitted holds elsewhere.
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
/** More than an article has. */
const PASSAGES_SEARCHED = 60
/**
 * A refusal where there was an answer costs the caller more than a weak answer with its source. Chosen
 * by what the pipeline as a whole answers of all questions, those left out of the fit included.
 */
const LOST_ANSWER_WEIGHT = 20

const xquad = readXquad(
  process.argv[2] ?? join(import.meta.dirname, '../../../shared/data/xquad-en-dev.json'),
)
const documents = [...paragraphDocuments(xquad)]

await withTemporaryFolder(folder => {
  const own = openLibrary(join(folder, 'own.db'))
  own.add(documents)
  const other = openLibrary(join(folder, 'other.db'))
  ensureStarter(other)
  const examples = xquad.questions.flatMap(question => {
    const ownArticle = articleOf(question)
    return [
      ...example(own, question, { isAnswer: true, isAllowed: () => true }),
      ...example(own, question, { isAnswer: false, isAllowed: title => title !== ownArticle }),
      ...example(other, question, { isAnswer: false, isAllowed: () => true }),
    ]
  })
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

function articleOf({ paragraph }: XquadQuestion): string | undefined {
  const url = paragraphUrl(paragraph)
  return documents.find(document => document.url === url)?.title
}

function example(
  library: Library,
  question: XquadQuestion,
  { isAnswer, isAllowed }: { isAnswer: boolean; isAllowed: (title: string) => boolean },
): Example[] {
  const policy = compilePolicy({}, { now: new Date() })
  const asked = understandQuestion(question.question)
  const passages = library
    .search({ query: question.question, policy, limit: PASSAGES_SEARCHED })
    .filter(({ title }) => isAllowed(title))
    .slice(0, PASSAGES)
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
