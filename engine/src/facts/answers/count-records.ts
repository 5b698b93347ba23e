import type { FactAnswer, FactStatement } from '../answer.ts'
import type { Conditions } from '../conditions.ts'
import type { Fact } from '../fact.ts'
import type { FactQuestion } from '../read-question.ts'
import type { Asking } from '../select-facts.ts'
import { runsOf, sayRun } from './answer-in-order.ts'
import { times } from './answer-matches.ts'

const MOST_LISTED = 60
const MANY = Number.POSITIVE_INFINITY

/** "Brazil won the FIFA World Cup 5 times: …". */
export function sayOften(name: string, own: readonly Fact[], { lexicon }: Asking): FactStatement {
  const template = (own[0] && lexicon.wordsOf(own[0].attribute)?.often) ?? ''
  const text = template
    .replace('{subject}', name)
    .replace('{times}', times(own.length))
    .replace('{years}', own.map(({ year }) => year).join(', '))
  return { text: `${text}.`, facts: own, computed: [own.length] }
}

/** How often the holders that are asked for hold it: "twice", "two prizes", "more than 3 times". */
export function repeatsOf({
  conditions,
  thresholds,
  count,
  text,
}: FactQuestion): Repeats | undefined {
  const [threshold] = thresholds
  if (conditions.repeats) return conditions.repeats
  if (threshold)
    return threshold.direction === 'highest'
      ? { least: threshold.value + (threshold.isInclusive ? 0 : 1), most: MANY }
      : undefined
  const isOfTitles = /\b(?:times|prizes|titles|cups|championships|euros)\b/i.test(text)
  return count !== undefined && isOfTitles ? { least: count, most: count } : undefined
}

type Repeats = NonNullable<Conditions['repeats']>

export function answerRepeated(
  rows: readonly Fact[],
  { least, most }: Repeats,
  asking: Asking,
): FactAnswer | undefined {
  const found = byHolder(rows).filter(([, { length }]) => length >= least && length <= most)
  if (found.length === 0 || found.length > MOST_LISTED) return undefined
  const statements = found.map(([name, own]) => sayOften(name, own, asking))
  if (statements.length <= asking.most) return { statements, details: [], missing: [] }
  // One sentence, so that none is left out for want of room.
  const text = statements.map(one => one.text.replace(/\.$/, '')).join('; ')
  const facts = statements.flatMap(one => one.facts)
  const computed = statements.flatMap(one => one.computed ?? [])
  return { statements: [{ text: `${text}.`, facts, computed }], details: [], missing: [] }
}

/** Returns the subject with the most records. */
export function answerMost(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { question } = asking
  const ranked = byHolder(rows)
  const most = ranked[0]?.[1].length
  const listed = ranked
    .filter(([, own], at) => at < (question.count ?? 1) || own.length === most)
    .slice(0, MOST_LISTED)
  const statements = listed.map(([name, own]) => sayOften(name, own, asking))
  return { statements, details: [], missing: [] }
}

function byHolder(rows: readonly Fact[]): [string, Fact[]][] {
  return [...Map.groupBy(rows, ({ subject }) => subject.name)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
}

/** The holder whose terms together are the longest. */
export function answerLongest(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const days = ({ start = '', end = '' }: Fact) =>
    Math.min(Date.parse(end), Date.parse(asking.today)) - Date.parse(start)
  const total = (own: readonly Fact[]) => own.reduce((sum, row) => sum + Math.max(0, days(row)), 0)
  const [first, second] = byHolder(rows).toSorted(([, one], [, other]) => total(other) - total(one))
  if (!first || !second || total(first[1]) === total(second[1])) return undefined
  const runs = runsOf(first[1])
  return { statements: runs.map(run => sayRun(run, asking, true)), details: [], missing: [] }
}
