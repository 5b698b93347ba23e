import { answerQuestion } from '../../engine/src/facts/answer-question.ts'
import type { Fact } from '../../engine/src/facts/fact.ts'
import type { Facts } from '../../engine/src/facts/facts.ts'
import { createLexicon } from '../../engine/src/facts/lexicon.ts'
import { writeValue } from '../../engine/src/facts/write-fact.ts'
import { compilePolicy } from '../../engine/src/policy/compile-policy.ts'
import { type Latencies, summarise } from '../latencies.ts'

export interface FactsRow extends Latencies {
  readonly collection: string
  readonly questions: number
  readonly right: number
  readonly wrong: number
  /** Not answered from facts, so that documents are read. */
  readonly left: number
}

const EACH = 3
const STRIDE = 37
const TODAY = '2026-11-16'

/** Asks for values of every attribute that has words, by those words, and checks them against the rows. */
export function measureFacts(facts: Facts): FactsRow[] {
  const lexicon = createLexicon(facts.attributes())
  const policy = compilePolicy({}, { now: new Date(TODAY) })
  const rows = facts.attributes().flatMap(attribute => {
    const { words: [word] = [], isRecord } = lexicon.wordsOf(attribute) ?? {}
    if (word === undefined || isRecord) return []
    const held = facts.find({ attributes: [attribute.id] })
    const asked = Array.from({ length: EACH }, (_, at) => held[(at * STRIDE * 7) % held.length])
    return asked.flatMap(fact =>
      fact ? [{ collection: attribute.collection, ...ask(fact, word) }] : [],
    )
  })
  return [...Map.groupBy(rows, ({ collection }) => collection)].map(([collection, own]) => ({
    collection,
    questions: own.length,
    right: own.filter(({ result }) => result === 'right').length,
    wrong: own.filter(({ result }) => result === 'wrong').length,
    left: own.filter(({ result }) => result === 'left').length,
    ...summarise(own.map(({ ms }) => ms)),
  }))

  function ask({ subject, attribute, year }: Fact, word: string) {
    const startedMs = performance.now()
    const options = { facts, policy, today: TODAY, most: 4 }
    // The World Factbook has the newest values; series are asked for one year.
    const isSeries = ['gdp', 'population'].includes(attribute.collection)
    const when = isSeries ? ` in ${year}` : ''
    const { answer } = answerQuestion(`What is the ${word} of ${subject.name}${when}?`, options)
    const ms = performance.now() - startedMs
    if (!answer) return { ms, result: 'left' as const }
    const values = facts
      .find({ subjects: [subject.id], attributes: [attribute.id] })
      .map(fact => writeValue(fact))
    const cited = answer.statements.flatMap(statement => statement.facts.map(writeValue))
    const isRight = cited.some(value => values.includes(value))
    return { ms, result: isRight ? ('right' as const) : ('wrong' as const) }
  }
}
