import { fillSlots } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import { isPlain } from '../conditions.ts'
import type { Attribute, Fact } from '../fact.ts'
import { attributesOf } from '../filters.ts'
import type { Mention } from '../find-named.ts'
import type { FactQuestion } from '../read-question.ts'
import { sayDay, sayFact } from '../say-facts.ts'
import { type Asking, byTime, isOf, read } from '../select-facts.ts'

const DAY_MS = 86_400_000
const MOST_GAP_DAYS = 7
const YEAR_DAYS = 365.2425
const PRESIDENT = 'President of the United States'

/** Says one record, or the terms of one holder in a row as one, with their length if it is asked for. */
export function sayRun(run: readonly Fact[], asking: Asking, isLong = false): FactStatement {
  const [first] = run
  const end = run.at(-1)?.end
  if (!first) return { text: '', facts: [] }
  const said = sayFact({ ...first, ...(end !== undefined && { end }) }, asking)
  const isGoingOn = end !== undefined && end > asking.today
  const spanMs = Date.parse(isGoingOn ? asking.today : (end ?? '')) - Date.parse(first.start ?? '')
  const years = Math.floor(spanMs / (YEAR_DAYS * DAY_MS) + 0.01)
  if (!isLong || !(years > 0)) return { ...said, facts: run }
  const text = `${said.text.replace(/\.$/, '')} (${years} ${years === 1 ? 'year' : 'years'}${isGoingOn ? ' so far' : ''}).`
  return { text, facts: run, computed: [...(said.computed ?? []), years] }
}

/** Terms in order, those of one holder in a row together: the 22nd president was the 24th too. */
export function runsOf(rows: readonly Fact[]): Fact[][] {
  const runs: Fact[][] = []
  for (const row of rows.toSorted(byTime)) {
    const last = runs.at(-1)
    const before = last?.at(-1)
    if (row.start && before?.subject.id === row.subject.id && isNextTo(before.end, row.start))
      last?.push(row)
    else runs.push([row])
  }
  return runs
}

/** A new Congress may meet some days after the last one ended. */
function isNextTo(end: string | undefined, start: string): boolean {
  const gapMs = Date.parse(start) - Date.parse(end ?? '')
  return gapMs >= 0 && gapMs <= MOST_GAP_DAYS * DAY_MS
}

/** "Brazil won the FIFA World Cup 5 times: …". */
export function sayOften(name: string, own: readonly Fact[], { lexicon }: Asking): FactStatement {
  // A prize is for a field; of an office the qualifier is a state.
  const isOfFields = own.every(({ start, end }) => start === undefined && end === undefined)
  const template = (own[0] && lexicon.wordsOf(own[0].attribute)?.often) ?? ''
  const years = own
    .map(({ qualifier, year }) => (isOfFields && qualifier ? `${year} (${qualifier})` : year))
    .join(', ')
    .replace(/(?<=, .*), (?=[^,]*$)/, ' and most recently ')
  const text = fillSlots(template, { subject: name, times: times(own.length), years })
  return { text: `${text}.`, facts: own, computed: [own.length] }
}

/** Which of two holds it more often, with the verdict if that is asked; undefined if they are even. */
export function sayMoreOften(
  found: readonly Fact[],
  { lexicon, question }: Asking,
): FactStatement | undefined {
  const [first, second, ...others] = byHolder(found)
  const template = (found[0] && lexicon.wordsOf(found[0].attribute)?.often) ?? ''
  if (!first || !second || others.length > 0 || first[1].length === second[1].length)
    return undefined
  const [most, less] = [first, second].map(
    ([, own]) => `(${times(own.length)}: ${own.map(({ year }) => year).join(', ')})`,
  )
  const text = fillSlots(template.replace(': {years}', ''), {
    subject: first[0],
    times: `more often ${most} than ${second[0]} ${less}`,
  })
  const isFewer = /\b(?:fewer|less)\b/i.test(question.text)
  const isFirst = question.mentions[0]?.subjects.some(({ name }) => name === first[0]) === true
  const isWhether = /^(?:has|have|did|does)\b.*\bthan\b/i.test(question.text)
  const verdict = isWhether ? (isFirst === isFewer ? 'No: ' : 'Yes: ') : ''
  const facts = [...first[1], ...second[1]]
  return { text: `${verdict}${text}.`, facts, computed: [first[1].length, second[1].length] }
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}

/** The holders with their records, those with the most first. */
export function byHolder(rows: readonly Fact[]): [string, Fact[]][] {
  return [...Map.groupBy(rows, ({ subject }) => subject.name)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
}

/** How often the holders that are asked for hold it: "twice", "two prizes", "more than 3 times". */
export function repeatsOf({ conditions, thresholds, count, text }: FactQuestion) {
  const [threshold] = thresholds
  if (conditions.repeats) return conditions.repeats
  if (threshold?.direction === 'lowest') return undefined
  if (threshold)
    return {
      least: threshold.value + (threshold.isInclusive ? 0 : 1),
      most: Number.POSITIVE_INFINITY,
    }
  const isOfTitles = /\b(?:times|prizes|titles|cups|championships|euros)\b/i.test(text)
  return count !== undefined && isOfTitles ? { least: count, most: count } : undefined
}

/** The holder whose terms together are the longest. */
export function answerLongest(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const days = ({ start = '', end = '' }: Fact) =>
    Math.min(Date.parse(end), Date.parse(asking.today)) - Date.parse(start)
  const total = (own: readonly Fact[]) => own.reduce((sum, row) => sum + Math.max(0, days(row)), 0)
  const [first, second] = byHolder(rows).toSorted(([, one], [, other]) => total(other) - total(one))
  if (!first || !second || total(first[1]) === total(second[1])) return undefined
  return answerOf(...runsOf(first[1]).map(run => sayRun(run, asking, true)))
}

/** Answers who came at a place in the order of holders, or before, after, between or under others. */
export function answerInOrder(
  rows: readonly Fact[],
  attribute: Attribute,
  asking: Asking,
): FactAnswer | undefined {
  const { conditions, direction, thresholds, count, years, rest, mentions } = asking.question
  const { place, relation, repeats, isMostOften } = conditions
  const isMore = repeats || isMostOften || direction || thresholds.length > 0 || years.length > 0
  if (isMore || count !== undefined || (relation && (rest.length > 0 || place !== undefined)))
    return undefined
  const own = mentions.filter(({ subjects }) => subjects.every(({ key }) => key !== 'us'))
  const runs = runsOf(rows)
  // Many hold a seat of the Senate at a time, so none of them comes after another.
  const isOffice = rows.every(({ start, qualifier }) => start && !qualifier)
  const found = isOffice
    ? place === undefined
      ? nextTo(own, { runs, attribute }, asking)
      : runs.slice(place - 1, own.length > 0 ? 0 : place)
    : ofPlace(rows, place)
  return found.length > 0 ? answerOf(...found.map(run => sayRun(run, asking))) : undefined
}

/** Some years have no prize, so the first is the only place that is sure for those with categories. */
function ofPlace(rows: readonly Fact[], place = 0): Fact[][] {
  const isSure = place === 1 || rows.every(({ qualifier }) => !qualifier)
  if (!isSure || rows.some(({ start }) => start)) return []
  const byYear = [...Map.groupBy(rows, ({ year = 0 }) => year)].toSorted(([a], [b]) => a - b)
  return (byYear[place - 1]?.[1] ?? []).map(fact => [fact])
}

function nextTo(
  own: readonly Mention[],
  { runs, attribute }: { readonly runs: readonly Fact[][]; readonly attribute: Attribute },
  asking: Asking,
): readonly Fact[][] {
  const { relation } = asking.question.conditions
  if (relation === 'under') return runsUnder(own, runs, attribute, asking)
  const places = own.map(({ subjects }) =>
    runs.flatMap(([first], at) => (subjects.some(({ id }) => id === first?.subject.id) ? at : [])),
  )
  // A president of two terms apart has two successors.
  if (places.some(({ length }) => length !== 1)) return []
  const [first = 0, second = 0] = places.flat().toSorted((one, other) => one - other)
  if (relation === 'between') return own.length === 2 ? runs.slice(first + 1, second) : []
  const next = relation === 'after' ? first + 1 : first - 1
  return own.length === 1 && next >= 0 ? runs.slice(next, next + 1) : []
}

/** The vice presidents while a president was in office. */
function runsUnder(
  mentions: readonly Mention[],
  runs: readonly Fact[][],
  attribute: Attribute,
  asking: Asking,
): Fact[][] {
  const office = asking.facts.attributes().find(({ label }) => label === PRESIDENT)
  const ids = mentions.flatMap(({ subjects }) => subjects.map(({ id }) => id))
  if (attribute.label !== `Vice ${PRESIDENT}` || !office || mentions.length !== 1) return []
  const terms = read({ attributes: [office.id], subjects: ids }, asking)
  if (new Set(terms.map(({ subject }) => subject.id)).size !== 1) return []
  const isUnder = ({ start = '', end = '' }: Fact) =>
    terms.some(term => start < (term.end ?? '') && end > (term.start ?? ''))
  return runs.map(run => run.filter(isUnder)).filter(run => run.length > 0)
}

/** Matches of two teams: facts of one subject that have the other as their qualifier. */
export function answerMatches(asking: Asking): FactAnswer | undefined {
  const { mentions, phrases, rest, years, conditions, operations, text } = asking.question
  const [own, other, ...more] = mentions
  const sense = phrases
    .filter(({ senses }) => !senses.some(({ type }) => type === 'kind'))
    .flatMap(attributesOf)
    .find(({ attribute }) => attribute.label.endsWith('match'))
  if (!own || !other || !sense || more.length + rest.length > 0 || !isPlain(conditions))
    return undefined
  const names = [other.text, ...other.subjects.map(({ name }) => name)]
  const subjects = own.subjects.map(({ id }) => id)
  const isBeaten = /\b(?:beat|beaten|defeat(?:ed)?)\b/i.test(text)
  const found = read({ subjects, attributes: [sense.attribute.id] }, asking)
    .filter(({ qualifier = '' }) => names.includes(qualifier))
    .filter(row => years.length === 0 || years.some(year => isOf(row, year)))
    .filter(row => !isBeaten || /, won\b/.test(row.text ?? ''))
  const [first] = found
  if (!first) return undefined
  if (!isBeaten || !(operations.has('often') || operations.has('count')))
    return answerOf(...found.map(fact => sayFact(fact, asking)))
  const tournament = sense.attribute.label.replace(/ match$/, '')
  const results = found.map(
    ({ end = '', text: result }) => `${sayDay(end)} (${result?.split(',')[0]})`,
  )
  return answerOf({
    text: `${first.subject.name} beat ${first.qualifier} ${times(found.length)} at the ${tournament}: ${results.join(', ')}.`,
    facts: found,
    computed: [found.length],
  })
}
