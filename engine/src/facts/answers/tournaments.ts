import vocabulary from '../../../data/words.json' with { type: 'json' }
import { joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { attributesOf } from '../filters.ts'
import { patternsOf } from '../read-question.ts'
import { sayDay, sayFact } from '../say-facts.ts'
import { type Asking, byTime, read } from '../select-facts.ts'
import { answerEach } from './answer-each.ts'
import { answerEditions, editionsOf, isHeldWhen, isMatch, sayHosts } from './editions.ts'
import { isWhen, sayOften, times } from './records.ts'

const ASKS = patternsOf(vocabulary.tournaments.forms)
const OUTCOMES = ['won', 'won on penalties', 'drawn', 'lost on penalties', 'lost']
const MOST_TOLD = 12
const FOOTBALL = 'football'
/** Asks for the matches that a team lost. */
const LOSSES = /^defeats of\b/i

/** Answers who hosted a football tournament, how a team fared in it and how two teams met. */
export function answerTournament(asking: Asking): FactAnswer | undefined {
  const { question, facts, asked = question.text } = asking
  const { phrases, mentions, rest, text, conditions } = question
  if (mentions.length > 1 && ASKS.each.test(text)) return answerEach(asking, answerTournament)
  const known = phrases.map(phrase =>
    attributesOf(phrase).flatMap(({ attribute: one }) => (one.collection === FOOTBALL ? one : [])),
  )
  const isElse = phrases.some(
    ({ senses }, at) =>
      known[at]?.length === 0 && senses.every(({ type }) => type !== 'kind' && type !== 'extreme'),
  )
  const ofGame = facts.attributes().filter(({ collection }) => collection === FOOTBALL)
  const named = new Set(ofGame.map(one => one.section).filter(name => asked.includes(name)))
  const [own] = named.size === 1 ? named : []
  const { section = own ?? '' } = known.flat().find(one => !isMatch(one)) ?? known.flat()[0] ?? {}
  const match = facts.attributes().find(one => one.section === section && isMatch(one))
  const isNegated = [...phrases, ...mentions].some(one => one.isNegated)
  if (!match) return undefined
  const told = own ? answerEditions(own, asking) : undefined
  if (told || isElse || isNegated || rest.some(word => !ASKS.said.test(word))) return told
  if (conditions.relation || mentions.length > 2) return undefined
  const { place, isLast } = conditions
  const isOfHosts = ASKS.hosts.test(text)
  if (!isOfHosts && !isOfMatches(asking)) return undefined
  const inTime = editionsOf(section, asking).filter(one => isHeldWhen(one, question))
  const only = isLast ? inTime.at(-1) : inTime[(place ?? 0) - 1]
  const isOne = place !== undefined || (isLast && !isOfHosts)
  const found = isOne ? (only ? [only] : []) : inTime
  if (found.length > 0 && isOfHosts && question.direction === undefined)
    return sayHosts({ section, editions: found, asking })
  return answerMatches(found.flatMap(({ matches }) => matches).toSorted(byTime), asking)
}

/** Returns whether a question is about how a team did, or about two teams that met. */
function isOfMatches({ question: { mentions, phrases, text } }: Asking): boolean {
  const isNamed = phrases.flatMap(attributesOf).some(({ attribute }) => isMatch(attribute))
  const isOfTwo = mentions.length > 1 && (isNamed || ASKS.beat.test(text))
  return ASKS.course.test(text) || isOfTwo
}

/** The matches of a team, or of two: facts of one subject that have the other as their qualifier. */
function answerMatches(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { mentions, operations, text } = asking.question
  const [own, other] = mentions
  const names = other && [other.text, ...other.subjects.map(({ name }) => name)]
  if (!isOfMatches(asking)) return undefined
  const isCount = operations.has('often') || operations.has('count')
  const met = rows
    .filter(({ subject }) => own?.subjects.some(({ id }) => id === subject.id))
    .filter(({ qualifier = '' }) => names?.includes(qualifier) ?? true)
  const beaten = other && ASKS.beat.test(text) ? met.filter(row => row.text?.includes(', won')) : []
  const isOfLosses = LOSSES.test(text)
  const lost = met.filter(row => row.text?.includes(', lost'))
  const found = beaten.length > 0 ? beaten : isOfLosses && lost.length > 0 ? lost : met
  const [first] = found
  if (!first) return undefined
  if (other && !isCount && found.length < 3)
    return answerOf(...found.map(fact => sayFact(fact, asking)))
  const [year, ...years] = new Set(found.map(one => one.year))
  const counts = OUTCOMES.flatMap(outcome => {
    const { length } = found.filter(row => row.text?.includes(`, ${outcome} (`))
    return length > 0 ? { length, said: `${length} ${outcome}` } : []
  })
  const told = found.map(({ text: result = '', qualifier, end = '' }) => {
    const whom = other ? '' : ` against ${qualifier}`
    const [, how = ''] = /(, \w+ on penalties)/.exec(result) ?? []
    return `${result.split(',')[0]}${whom} (${sayDay(end)}${how})`
  })
  const whom = other ? ` against ${first.qualifier}` : ''
  const until = asking.question.isSpan && years.length > 0 ? ` from ${year} to ${years.at(-1)}` : ''
  const where = `at the ${years.length === 0 ? `${year} ` : ''}${first.attribute.section}${until}`
  const played = `${found.length} ${found.length === 1 ? 'match' : 'matches'}${whom} ${where}`
  const won = joinAnd(counts.map(({ said }) => said))
  const inYears = [...Map.groupBy(found, one => one.year)].map(
    ([when, own]) => `${own.length} in ${when}`,
  )
  const isLong = told.length > MOST_TOLD
  const inAll = other ? '' : ` in ${inYears.length} tournaments: ${inYears.join(', ')}`
  const list = isLong ? inAll : `: ${told.join(', ')}`
  const goals = found.reduce((sum, { text: result = '' }) => sum + Number.parseInt(result, 10), 0)
  const isOfGoals = /\bgoals\b/i.test(text)
  const how = isOfGoals
    ? `scored ${goals} goal${goals === 1 ? '' : 's'} in ${played}`
    : `played ${played} (${won})`
  const matches = {
    text: `${first.subject.name} ${beaten[0] ? `beat ${first.qualifier} ${times(found.length)} ${where}` : isOfLosses && lost.length > 0 ? `lost ${lost.length} of ${met.length} matches ${where}` : how}${list}.`,
    facts: found,
    computed: [
      goals,
      found.length,
      met.length,
      inYears.length,
      ...counts.map(({ length }) => length),
    ],
  }
  return answerOf(matches, ...(other || years.length === 0 ? [] : sayTitles(first, asking)))
}

/** How often the team of a match won the tournament or lost its final, in the time that is asked for. */
function sayTitles({ subject, attribute }: Fact, asking: Asking): FactStatement[] {
  const records = asking.facts
    .attributes()
    .filter(one => one.section === attribute.section && !isMatch(one))
  return records.flatMap(({ id }) => {
    const rows = read({ subjects: [subject.id], attributes: [id] }, asking)
    const own = rows.filter(row => isWhen(row, asking.question)).toSorted(byTime)
    return own.length > 0 ? sayOften(subject.name, own, asking) : []
  })
}
