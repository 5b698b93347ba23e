import { parseArgs } from 'node:util'
import { openLibrary } from '../../engine/src/library/open-library.ts'
import { compilePolicy } from '../../engine/src/policy/compile-policy.ts'
import { understandQuestion } from '../../engine/src/question/question.ts'
import { rateCandidates } from '../../engine/src/read/sentence-features.ts'
import { type Choice, fitChoice } from './fit-choice.ts'
import { containsAnswer } from './squad-score.ts'
import { isFitted, paragraphDocuments, paragraphUrl, readXquad } from './xquad.ts'

/**
 * Prints the weights of `engine/src/read/sentence-weights.ts`, fitted on half of the articles:
 *
 *     node bench/engine/fit-sentences.ts --data PATH/xquad-en-dev.json
 */
const PASSAGES = 12
/** Of these the set has no example, or one of no use: the paragraphs of an article share their title. */
const SET_BY_HAND = ['context', 'label', 'field', 'asks']

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (values.data === undefined) throw new Error('say where the questions are: --data PATH')
const xquad = readXquad(values.data)
const library = openLibrary(':memory:')
library.add(paragraphDocuments(xquad))
const policy = compilePolicy({}, { now: new Date() })

const choices: Choice[] = xquad.questions
  .filter(question => isFitted(xquad, question))
  .map(({ question, answers, paragraph }) => {
    const passages = library.search({ query: question, policy, limit: PASSAGES })
    return rateCandidates(understandQuestion(question), passages).map(
      ({ candidate, features }) => ({
        features: Object.fromEntries(
          Object.entries(features).filter(([name]) => !SET_BY_HAND.includes(name)),
        ),
        isRight:
          candidate.passage.url === paragraphUrl(paragraph) &&
          containsAnswer(candidate.text, answers),
      }),
    )
  })
library.close()
for (const [name, weight] of Object.entries(fitChoice(choices))) {
  process.stdout.write(`  ${name}: ${weight.toFixed(2)},\n`)
}
