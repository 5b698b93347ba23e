import vocabulary from '../../../data/words.json' with { type: 'json' }
import { joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import type { Direction } from '../lexicon.ts'
import { nameOfSeries, tableOfChanges } from '../report/describe-series.ts'
import { nameOf as subjectName } from '../report/say-value.ts'
import { degreeOf, figureOf, ordinal, readable, round, sayPlace } from '../say-facts.ts'
import {
  type Asking,
  type AttributeSense,
  byNumber,
  figuresOf,
  read,
  WORLD,
} from '../select-facts.ts'
import { writeNumber } from '../write-fact.ts'
import {
  citing,
  figuresIn,
  isOfSeveral,
  MOST_LISTED,
  MOST_SAMPLED,
  nounsOf,
  type Selection,
} from './selection.ts'

const DOWN = new RegExp(vocabulary.moves.down, 'i')
const MOST_EQUAL = 12
const LISTED = 5
const MOST_RANKED = 30
const OF_WORLD =
  /\b(?:share|percentage|percent|proportion|fraction) of (?:the )?(?:world|global)\b/i
interface Ranking {
  readonly selection: Selection
  readonly towards: Direction
  readonly place: number | undefined
  /** The subject whose place is asked for. */
  readonly placed?: readonly Subject[]
  /** Whether the question asks if that place is the first: "Is Russia the largest country?" */
  readonly isClaim: boolean
}

export function answerRanking(
  senses: readonly AttributeSense[],
  ranking: Ranking,
  asking: Asking,
): FactAnswer | undefined {
  const { question } = asking
  const { selection, towards, placed } = ranking
  if (question.operations.has('change') && question.isSpan)
    return ranking.place === undefined ? rankChanges(senses, ranking, asking) : undefined
  if (question.isSpan || question.years.length > 1 || question.operations.has('change'))
    return undefined
  const ranked = byNumber(figuresIn(senses, selection, asking), towards).filter(
    ({ attribute, number }) => number !== 0 || !asking.lexicon.wordsOf(attribute)?.zeroIsNone,
  )
  const [first] = ranked
  const at = ranked.findIndex(({ subject }) => placed?.some(({ id }) => id === subject.id))
  const place = placed ? at + 1 : ranking.place
  if (place === 0) return undefined
  if (!first || ranked.length < 2 || (place !== undefined && question.count !== undefined))
    return undefined
  const isPart = ranked.length < selection.subjects.length
  const of = isPart ? `${ranked.length} ${nounsOf(selection.kind)} have figures` : ''
  const degree = degreeOf(first, towards, asking)
  const isPlural = isOfSeveral(question)
  const isRanked = /\brank(?:ed)?\b/i.test(question.text) && ranked.length <= MOST_RANKED
  const count =
    place !== undefined ? 1 : (question.count ?? (isRanked ? ranked.length : isPlural ? LISTED : 1))
  const from = (place ?? 1) - 1
  const equals =
    count === 1 && !placed ? ranked.filter(one => one.number === ranked[from]?.number).length : 1
  const shown = equals > 1 ? Math.min(equals, MOST_EQUAL) : Math.min(count, MOST_LISTED)
  const listed = ranked.slice(from, from + shown)
  if (listed.length === 0) return undefined
  const said = from > 0 ? `${ordinal(from + 1)} ${degree}` : degree
  const marks = question.thresholds.map(({ value }) => value)
  const computed = [
    ranked.length,
    listed.length,
    equals,
    from + 1,
    ...marks,
    selection.subjects.length,
  ]
  const { lexicon } = asking
  const isShare = OF_WORLD.test(question.text)
  const isWholeOf = ({ subject, attribute, unit, year }: Fact) =>
    WORLD.test(subject.name) &&
    [attribute.id, unit, year].join() === [first.attribute.id, first.unit, first.year].join()
  const whole = isShare
    ? senses.flatMap(sense => figuresOf(sense, asking)).find(isWholeOf)
    : undefined
  if (isShare && !whole) return undefined
  const isWhole = listed.length === ranked.length && listed.length > 1
  const where = isWhole ? `the ${ranked.length} ${selection.named}` : amongOf(selection)
  const isPast = question.years.length > 0
  const placing = {
    ...{ among: where, of, towards: said, computed, lexicon },
    ...{ whole, isWhole, isPast, equals },
  }
  const stated = sayPlace(listed, placing)
  const leading = from > 0 ? sayPlace([first], { ...placing, towards: degree }) : stated
  const verdict = { ...leading, text: `${from > 0 ? 'No' : 'Yes'}: ${leading.text}` }
  const claimed = from > 0 ? [verdict, stated] : [verdict]
  return citing(selection, {
    statements: ranking.isClaim ? claimed : [stated],
    list: { facts: listed, among: ranked, isRanked: true, isForOne: count === 1 },
    missing: [],
  })
}

/** "In Africa", "in the world", "of the 7 countries in the G-7". */
function amongOf({ filters, subjects, named, kind }: Selection): string {
  const [only, ...more] = filters
  const isWhole = named === nounsOf(kind) && kind === 'country'
  if (isWhole) return 'in the world'
  if (only?.isGroup && more.length === 0 && named.endsWith(only.of)) return only.of
  return `of the ${subjects.length} ${named}`
}

/** "Which country's GDP grew the most between 2010 and 2020?" */
function rankChanges(
  senses: readonly AttributeSense[],
  { selection, towards }: Ranking,
  asking: Asking,
): FactAnswer | undefined {
  const [from = 0, until = 0] = asking.question.years
  const subjects = selection.subjects.map(({ id }) => id)
  const all = senses.map(({ attribute }) => {
    const rows = read({ subjects, attributes: [attribute.id] }, asking).filter(
      ({ year = 0, number = 0 }) => number > 0 && year >= from && year <= until,
    )
    const to = Math.max(...rows.map(({ year = 0 }) => year))
    return [...Map.groupBy(rows, ({ subject }) => subject.id).values()].flatMap(own => {
      const [start, end] = [from, to].map(year => own.find(one => one.year === year))
      if (!start?.number || !end?.number || start === end) return []
      return [{ start, end, percent: round((end.number / start.number - 1) * 100) }]
    })
  })
  const found = all.find(({ length }) => length > 1) ?? []
  // The largest fall is the lowest growth.
  const isFall = DOWN.test(asking.question.text)
  const sign = (towards === 'highest') === isFall ? 1 : -1
  const isPlural = isOfSeveral(asking.question)
  const isOfAll = isFall && isPlural && asking.question.count === undefined
  const fallen = found.filter(({ percent }) => percent < 0)
  const changes = (isOfAll ? fallen : found)
    .toSorted((one, other) => sign * (one.percent - other.percent))
    .slice(0, asking.question.count ?? (isOfAll ? MOST_SAMPLED : isPlural ? LISTED : 1))
  const [first = isOfAll ? found[0] : undefined] = changes
  if (!first) return undefined
  const label = nameOfSeries(first.end.attribute)
  const span = `from ${from} to ${first.end.year}`
  if (changes.length === 0) {
    const text = `In none of the ${found.length} ${selection.named} with figures, the ${label} fell ${span}.`
    const facts = found.flatMap(({ start, end }) => [start, end])
    return citing(selection, answerOf({ text, facts, computed: [found.length] }))
  }
  const said = changes.map(
    ({ start, end, percent }) =>
      `${subjectName(start.subject)} (${percent > 0 ? '+' : ''}${writeNumber(percent)}%, from ${figureOf(start, true)} to ${figureOf(end, true)})`,
  )
  const facts = changes.flatMap(({ start, end }) => [start, end])
  const rounded = facts.flatMap(fact => readable(fact).computed ?? [])
  const degree = towards === 'highest' ? 'most' : 'least'
  const lead = `In ${fallen.length} of ${found.length} ${selection.named}, the ${label} fell ${span}, ${degree} in ${changes.length < fallen.length ? `these ${changes.length}` : 'this order'}`
  const statement = {
    text: isOfAll
      ? `${lead}: ${joinAnd(said)}.`
      : `The ${towards === 'highest' ? 'largest' : 'smallest'} ${isFall ? 'fall' : 'growth'} of ${label} ${span} among ${found.length} ${selection.named} was that of ${joinAnd(said)}.`,
    facts,
    computed: [
      found.length,
      fallen.length,
      changes.length,
      ...changes.map(({ percent }) => percent),
      ...asking.question.thresholds.map(({ value }) => value),
      ...rounded,
    ],
  }
  const rows = changes.map(({ start, end }, at) => ({
    label: `${at + 1}. ${start.subject.name}: ${label}`,
    facts: [start, end],
  }))
  const layouts = rows.length > 1 ? [tableOfChanges(rows)] : undefined
  return citing(selection, { ...answerOf(statement), ...(layouts && { layouts }) })
}
