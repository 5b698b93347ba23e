import type { FactAnswer, FactStatement } from '../answer.ts'
import type { Attribute, Fact } from '../fact.ts'
import type { Mention } from '../find-named.ts'
import { sayFact } from '../say-facts.ts'
import { type Asking, read } from '../select-facts.ts'

const DAY_MS = 86_400_000
const PRESIDENT = 'President of the United States'
const VICE_PRESIDENT = 'Vice President of the United States'

/** Answers who came at a place in the order of holders, or before, after, between or under others. */
export function answerInOrder(
  rows: readonly Fact[],
  attribute: Attribute,
  asking: Asking,
): FactAnswer | undefined {
  const { question } = asking
  const { place, relation, repeats, isMostOften } = question.conditions
  const isMore = repeats || isMostOften || question.direction || question.thresholds.length > 0
  if (isMore || question.count !== undefined || question.years.length > 0) return undefined
  if (question.rest.length > 0 && relation) return undefined
  // Many hold a seat of the Senate at a time, so none of them comes after another.
  const isOffice = rows.every(({ start, qualifier }) => start && !qualifier)
  if (place !== undefined && relation) return undefined
  if (isOffice) {
    const runs = runsOf(rows)
    const own = question.mentions.filter(({ subjects }) =>
      subjects.every(({ key }) => key !== 'us'),
    )
    if (place !== undefined)
      return own.length > 0 ? undefined : toAnswer(runs.slice(place - 1, place))
    if (relation === 'under') return toAnswer(runsUnder(own, { runs, attribute }, asking))
    const at = own.map(mention => placesOf(mention, runs))
    // A president of two terms apart has two successors.
    if (at.some(places => places.length !== 1)) return undefined
    const [first = 0, second] = at.flat().toSorted((one, other) => one - other)
    if (relation === 'between')
      return own.length === 2 ? toAnswer(runs.slice(first + 1, second)) : undefined
    if (own.length !== 1) return undefined
    const next = relation === 'after' ? first + 1 : first - 1
    return toAnswer(next < 0 ? [] : runs.slice(next, next + 1))
  }
  if (place === undefined || rows.some(({ start }) => start)) return undefined
  const byYear = [...Map.groupBy(rows, ({ year = 0 }) => year)].toSorted(([a], [b]) => a - b)
  // Some years have no prize, so the first is the only place that is sure for those with categories.
  if (place > 1 && rows.some(({ qualifier }) => qualifier)) return undefined
  const found = byYear[place - 1]?.[1] ?? []
  return toAnswer(found.map(fact => [fact]))

  function toAnswer(runs: readonly (readonly Fact[])[]): FactAnswer | undefined {
    const statements = runs.map(run => sayRun(run, asking))
    return statements.length > 0 ? { statements, details: [], missing: [] } : undefined
  }
}

/** Says one record, or the terms of one holder in a row as one, with their length if it is asked for. */
export function sayRun(run: readonly Fact[], asking: Asking, isLong = false): FactStatement {
  const [first] = run
  const end = run.at(-1)?.end
  if (!first) return { text: '', facts: [] }
  const said = sayFact({ ...first, ...(end !== undefined && { end }) }, asking)
  const { start = '' } = first
  const years = Math.floor((Date.parse(end ?? '') - Date.parse(start)) / (365.2425 * DAY_MS) + 0.01)
  if (!isLong || !(years > 0)) return { ...said, facts: run }
  const text = `${said.text.replace(/\.$/, '')} (${years} ${years === 1 ? 'year' : 'years'}).`
  return { text, facts: run, computed: [...(said.computed ?? []), years] }
}

/** Terms in order, those of one holder in a row together: the 22nd president was the 24th too. */
export function runsOf(rows: readonly Fact[]): Fact[][] {
  const runs: Fact[][] = []
  const inOrder = rows.toSorted((one, other) => (one.start ?? '').localeCompare(other.start ?? ''))
  for (const row of inOrder) {
    const last = runs.at(-1)
    const before = last?.at(-1)
    if (before?.subject.id === row.subject.id && before.end === row.start) last?.push(row)
    else runs.push([row])
  }
  return runs
}

function placesOf({ subjects }: Mention, runs: readonly (readonly Fact[])[]): number[] {
  return runs.flatMap(([first], at) =>
    subjects.some(({ id }) => id === first?.subject.id) ? [at] : [],
  )
}

/** The vice presidents while a president was in office. */
function runsUnder(
  mentions: readonly Mention[],
  { runs, attribute }: { runs: readonly Fact[][]; attribute: Attribute },
  asking: Asking,
): Fact[][] {
  const office = asking.facts.attributes().find(({ label }) => label === PRESIDENT)
  const ids = mentions.flatMap(({ subjects }) => subjects.map(({ id }) => id))
  if (attribute.label !== VICE_PRESIDENT || !office || mentions.length !== 1) return []
  const terms = read({ attributes: [office.id], subjects: ids }, asking)
  if (new Set(terms.map(({ subject }) => subject.id)).size !== 1) return []
  const isUnder = ({ start = '', end = '' }: Fact) =>
    terms.some(term => start < (term.end ?? '') && end > (term.start ?? ''))
  return runs.map(run => run.filter(isUnder)).filter(run => run.length > 0)
}
