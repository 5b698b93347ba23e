import vocabulary from '../../../data/words.json' with { type: 'json' }
import { joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Attribute, Fact } from '../fact.ts'
import { attributesOf } from '../filters.ts'
import { patternsOf } from '../read-question.ts'
import { nameOf } from '../report/say-value.ts'
import { sayDay, sayFact } from '../say-facts.ts'
import { type Asking, byTime, read } from '../select-facts.ts'
import { answerEach } from './answer-each.ts'
import { isWhen, sayOften, times } from './records.ts'

const ASKS = patternsOf(vocabulary.tournaments)
const OUTCOMES = ['won', 'won on penalties', 'drawn', 'lost on penalties', 'lost']
const MOST_TOLD = 12
const FOOTBALL = 'football'
/** Asks for the matches that a team lost. */
const LOSSES = /^defeats of\b/i

/** Answers who hosted a football tournament, how a team fared in it and how two teams met. */
export function answerTournament(asking: Asking): FactAnswer | undefined {
  const { question, facts } = asking
  const { phrases, mentions, rest, text, conditions } = question
  if (mentions.length > 1 && ASKS.each.test(text)) return answerEach(asking, answerTournament)
  const known = phrases.map(phrase =>
    attributesOf(phrase).flatMap(({ attribute: one }) => (one.collection === FOOTBALL ? one : [])),
  )
  const isElse = phrases.some(
    ({ senses }, at) =>
      known[at]?.length === 0 && senses.every(({ type }) => type !== 'kind' && type !== 'extreme'),
  )
  const { section } = known.flat().find(one => !isMatch(one)) ?? known.flat()[0] ?? {}
  const match = facts.attributes().find(one => one.section === section && isMatch(one))
  const isNegated = [...phrases, ...mentions].some(one => one.isNegated)
  if (!match || isElse || isNegated || rest.some(word => !ASKS.said.test(word))) return undefined
  if (conditions.relation || mentions.length > 2) return undefined
  const titles = facts.attributes().find(one => one.section === section && /title$/.test(one.label))
  const held = new Map(
    read({ attributes: titles ? [titles.id] : [] }, asking).map(one => [
      one.end?.slice(0, 4),
      one.year,
    ]),
  )
  const all = read({ attributes: [match.id] }, asking).toSorted(byTime)
  // The matches of the Euro 2020 were in 2021.
  const named = all.map(row => ({ ...row, year: held.get(`${row.year}`) ?? row.year ?? 0 }))
  const inTime = named.filter(row => isWhen(row, question))
  const each = [...new Set(inTime.map(({ year }) => year))]
  const { place, isLast } = conditions
  const only = isLast ? each.at(-1) : each[(place ?? 0) - 1]
  const found = inTime.filter(({ year }) => (isLast || place ? year === only : true))
  if (found.length > 0 && ASKS.hosts.test(text)) return answerHosts(found, asking)
  return answerMatches(found, asking)
}

function isMatch({ label }: Attribute): boolean {
  return label.endsWith(' match')
}

/** The countries where the matches of each year were, those with the most first. */
function answerHosts(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { mentions, text } = asking.question
  const { section = '' } = rows[0]?.attribute ?? {}
  const whereOf = (row: Fact) => /, ([^,()]*)\)$/.exec(row.text ?? '')?.[1] ?? ''
  const held = [...Map.groupBy(rows, ({ year }) => year)].map(([year, own]) => {
    const hosts = [...Map.groupBy(own, whereOf)].toSorted(([, a], [, b]) => b.length - a.length)
    // One match in each country shows where the tournament was.
    const cited = hosts.flatMap(([, [first]]) => first ?? [])
    return { year, cited, hosts: hosts.map(([name]) => name) }
  })
  const [name] = mentions.flatMap(({ subjects }) => subjects.map(one => one.name))
  const own = held.filter(({ hosts }) => name !== undefined && hosts.includes(name))
  // Matches at home and away have no host.
  const isOpen = asking.question.direction !== undefined
  if (isOpen || held.some(({ hosts }) => hosts.length > MOST_TOLD)) return undefined
  const list = held.map(
    ({ year, hosts }) => `${joinAnd(hosts.map(one => nameOf({ name: one })))} (${year})`,
  )
  const years = own.map(({ year, hosts }) =>
    hosts.length > 1 ? `${year} (with ${joinAnd(hosts.filter(one => one !== name))})` : `${year}`,
  )
  const verdict = name && ASKS.whether.test(text) ? (own[0] ? 'Yes: ' : 'No: ') : ''
  const said = own[0]
    ? `${name} hosted the ${section} ${times(own.length)}: ${joinAnd(years)}`
    : `${verdict ? 'the' : 'The'} ${section} was played in ${joinAnd(list)}`
  return answerOf({
    text: `${verdict}${said}.`,
    facts: held.flatMap(({ cited }) => cited),
    computed: [own.length],
  })
}

/** The matches of a team, or of two: facts of one subject that have the other as their qualifier. */
function answerMatches(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { mentions, operations, text, phrases } = asking.question
  const [own, other] = mentions
  const names = other && [other.text, ...other.subjects.map(({ name }) => name)]
  const isOfMatches = phrases.flatMap(attributesOf).some(({ attribute }) => isMatch(attribute))
  const isOfTwo = other && (isOfMatches || ASKS.beat.test(text))
  if (!ASKS.course.test(text) && !isOfTwo) return undefined
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
  const how = isOfGoals ? `scored ${goals} goals in ${played}` : `played ${played} (${won})`
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
