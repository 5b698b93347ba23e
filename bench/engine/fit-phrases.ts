import { parseArgs } from 'node:util'
import { understandQuestion } from '../../engine/src/question/question.ts'
import { ratePhrases } from '../../engine/src/read/phrase-features.ts'
import { sentences } from '../../engine/src/text/sentences.ts'
import { type Choice, fitChoice } from './fit-choice.ts'
import { containsAnswer, scorePhrase } from './squad-score.ts'
import { isFitted, readXquad } from './xquad.ts'

/**
 * Prints the weights of `engine/src/read/phrase-weights.ts`, fitted on half of the articles:
 *
 *     node bench/engine/fit-phrases.ts --data PATH/xquad-en-dev.json
 */
const LEAST_F1 = 0.6

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (values.data === undefined) throw new Error('say where the questions are: --data PATH')
const xquad = readXquad(values.data)

const choices: Choice[] = xquad.questions
  .filter(question => isFitted(xquad, question))
  .map(({ question, answers, paragraph }) => {
    const text = xquad.paragraphs.find(({ id }) => id === paragraph)?.text ?? ''
    const sentence = sentences(text)
      .map(({ start, end }) => text.slice(start, end))
      .find(candidate => containsAnswer(candidate, answers))
    if (sentence === undefined) return []
    const rated = ratePhrases(understandQuestion(question), sentence).map(({ span, features }) => ({
      features,
      f1: scorePhrase(sentence.slice(span.start, span.end), answers).f1,
    }))
    const best = Math.max(LEAST_F1, ...rated.map(({ f1 }) => f1))
    return rated.map(({ features, f1 }) => ({ features, isRight: f1 >= best }))
  })
for (const [name, weight] of Object.entries(fitChoice(choices))) {
  process.stdout.write(`  ${name}: ${weight.toFixed(2)},\n`)
}
