import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerQuestion } from '../../../engine/src/facts/answer-question.ts'
import type { Facts } from '../../../engine/src/facts/open-facts.ts'
import { compilePolicy } from '../../../engine/src/policy/compile-policy.ts'

interface FirstQuestion {
  /** Code was written with only the first half in view. */
  readonly part: 'development' | 'held back'
  readonly question: string
  /** A pattern of the right answer, from the data; absent if a refusal is right. */
  readonly answer?: string
}

export interface FirstQuestionsRow {
  readonly part: string
  readonly right: number
  readonly wrong: number
  readonly refusedRightly: number
  readonly refusedWrongly: number
}

const TODAY = '2026-11-16'

/** Asks questions as newcomers ask them, and judges the answers by the data. */
export function measureFirstQuestions(facts: Facts): FirstQuestionsRow[] {
  const policy = compilePolicy({}, { now: new Date(TODAY) })
  const text = readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')
  const all = JSON.parse(text) as FirstQuestion[]
  const judged = all.map(({ part, question, answer: expected }) => {
    const { answer } = answerQuestion(question, { facts, policy, today: TODAY, most: 4 })
    const said = answer?.statements.map(one => one.text).join(' ')
    if (said === undefined)
      return { part, verdict: expected === undefined ? 'refusedRightly' : 'refusedWrongly' }
    const isRight = expected !== undefined && new RegExp(expected, 's').test(said)
    return { part, verdict: isRight ? 'right' : 'wrong' }
  })
  return [...Map.groupBy(judged, ({ part }) => part)].map(([part, own]) => {
    const count = (wanted: string) => own.filter(({ verdict }) => verdict === wanted).length
    return {
      part,
      right: count('right'),
      wrong: count('wrong'),
      refusedRightly: count('refusedRightly'),
      refusedWrongly: count('refusedWrongly'),
    }
  })
}
