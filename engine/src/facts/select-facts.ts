import { entriesOf, isEntry } from './entries.ts'
import type { Fact, Subject } from './fact.ts'
import type { Facts } from './facts.ts'
import type { Direction, Lexicon, Sense } from './lexicon.ts'
import type { FactQuestion } from './read-question.ts'
import { writeFact } from './write-fact.ts'

export type AttributeSense = Extract<Sense, { readonly type: 'attribute' }>

export const WORLD = /^(?:the )?(?:world|earth)$/i
const MOST = /\b(?:the|has|have) (?:most|fewest)\b/i
/** Rates and shares do not add up. */
const NO_SUM =
  /%|\/(?!day\b)|\byears\b|per (?:capita|person|cubic meter)|\b(?:(?<!exchange )rates?|founded|added|ratios?|density|age|index|expectancy|growth|elevation|temperature|coordinates|exchange rates)\b|\bpoint\b/i

export function canSum({ attribute, unit }: Pick<Fact, 'attribute' | 'unit'>): boolean {
  return !NO_SUM.test(`${attribute.label} ${unit}`)
}

const ISO_DATE = /^\d{4}-\d\d-\d\d$/

/** In the order of their numbers, and of days in one year; of those that are equal, the order stays. */
export function byNumber(facts: readonly Fact[], towards: Direction = 'highest'): Fact[] {
  const sign = towards === 'highest' ? -1 : 1
  const dayOf = ({ text = '' }: Fact) => (ISO_DATE.test(text) ? text : '')
  return facts.toSorted(
    (one, other) =>
      sign * ((one.number ?? 0) - (other.number ?? 0) || dayOf(one).localeCompare(dayOf(other))),
  )
}

export function byTime(one: Fact, other: Fact): number {
  const timeOf = ({ start, end, year }: Fact) => start ?? end ?? String(year ?? '')
  return timeOf(one).localeCompare(timeOf(other))
}

export function sumOf(facts: readonly Fact[]): number {
  return facts.reduce((sum, { number = 0 }) => sum + number, 0)
}

export function sensesOf<Type extends Sense['type']>(type: Type, { question }: Asking) {
  return question.phrases.flatMap(({ senses }) =>
    senses.filter((sense): sense is Extract<typeof sense, { type: Type }> => sense.type === type),
  )
}

export interface Asking {
  readonly question: FactQuestion
  /** The question in its own words. */
  readonly asked?: string
  readonly facts: Facts
  readonly lexicon: Lexicon
  /** Whether the caller's source controls admit the fact. */
  readonly admits: (fact: Fact) => boolean
  /** As YYYY-MM-DD. */
  readonly today: string
  /** How many statements there is room for. */
  readonly most: number
}

/** Returns a subject's rows for an attribute that match qualifier and time; the newest if no time is named. */
export function valuesOf(
  subject: Subject,
  senses: readonly AttributeSense[],
  asking: Asking,
): Fact[] {
  const { question } = asking
  const all = senses.map(sense => {
    const rows = read({ subjects: [subject.id], attributes: [sense.attribute.id] }, asking)
    return once(inTime(ofTitle(ofQualifier(rows, sense, asking), sense, asking), question))
  })
  const { lastYears = Number.POSITIVE_INFINITY } = question
  const [first = []] = all
  if (first.length >= lastYears) return first
  if (isSeries(question)) return all.toSorted((one, other) => other.length - one.length)[0] ?? []
  return all.find(rows => rows.length > 0) ?? []
}

/** Returns one row for each subject with a number for the attribute, all in one unit and of one kind. */
export function figuresOf(sense: AttributeSense, asking: Asking): Fact[] {
  const { years } = asking.question
  const rows = read(
    { attributes: [sense.attribute.id], ...(years.length === 1 && { years }) },
    asking,
  ).filter(({ number }) => number !== undefined)
  const bySubject = Map.groupBy(rows, ({ subject }) => subject.id)
  const figures = [...bySubject.values()].flatMap(own =>
    inTime(ofQualifier(own, sense, asking), asking.question).slice(0, 1),
  )
  // Of a few countries only the literacy of women is known, which is another figure.
  const isMixed = asking.lexicon.wordsOf(sense.attribute)?.main === undefined
  const units = Map.groupBy(figures, ({ unit, qualifier }) =>
    isMixed ? unit : `${unit} ${qualifier}`,
  )
  return [...units.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
}

/** Returns the rows that match, and the items of those that are lists as rows of their own. */
export function read(
  query: Parameters<Facts['find']>[0],
  { facts, admits, lexicon }: Asking,
): Fact[] {
  const isList = ({ attribute }: Fact) => lexicon.wordsOf(attribute)?.entries !== undefined
  return facts
    .find(query)
    .filter(admits)
    .flatMap(fact => (isList(fact) ? [fact, ...entriesOf(fact)] : [fact]))
}

/** Keeps the rows with the title that the question names, if it names one. */
function ofTitle(rows: readonly Fact[], { attribute }: AttributeSense, asking: Asking): Fact[] {
  const { titles = [] } = asking.lexicon.wordsOf(attribute) ?? {}
  const asked = asking.question.phrases.map(({ text }) => text.toLowerCase())
  const wanted = titles.filter(title => asked.includes(title))
  return rows.filter(({ text = '' }) => wanted.every(title => text.toLowerCase().includes(title)))
}

/** Some profiles give the same value twice. */
function once(rows: readonly Fact[]): Fact[] {
  return [...new Map(rows.map(row => [writeFact(row), row])).values()]
}

export function isSeries({ isSpan, years, isWithLatest, operations }: FactQuestion): boolean {
  return isSpan || years.length > 1 || isWithLatest === true || operations.has('series')
}

function ofQualifier(
  rows: readonly Fact[],
  { attribute, qualifier }: AttributeSense,
  asking: Asking,
): Fact[] {
  const having = (wanted: string) => rows.filter(row => (row.qualifier ?? '') === wanted)
  const words = asking.lexicon.wordsOf(attribute)
  const { counted, main: meant, near } = words ?? {}
  const isCount = asking.question.operations.has('count') || MOST.test(asking.question.text)
  if (isCount && counted && (qualifier ?? meant) === meant && having(counted).length > 0)
    return having(counted)
  if (qualifier !== undefined) {
    const own = having(qualifier)
    return own.length > 0 ? own : rows.filter(row => isEntry(row, qualifier)).slice(0, 1)
  }
  const unknown = asking.question.rest.map(word => word.toLowerCase())
  // "Urbanization" has the stem of "urban", and is a figure of its own.
  const own = asking.question.phrases.filter(one => one.senses.every(isQualifier))
  const qualifiers = own.flatMap(({ senses }) => senses.filter(isQualifier))
  const named = [...qualifiers.map(sense => sense.qualifier), ...unknown]
  const fitting = rows.filter(row => named.some(name => endsIn(row.qualifier, name)))
  if (fitting.length > 0) return fitting
  if (own.length > 0) return []
  const main = having(meant ?? '')
  if (main.length > 0) return main
  const instead = near?.[''] === undefined ? [] : having(near[''])
  if (instead.length > 0) return instead
  const plain = having('')
  if (plain.length > 0) return plain
  // Of lists with a kind each, such as lakes, the lists are meant and not single items.
  const isMeant = ({ qualifier, entry, number }: Fact) =>
    qualifier !== 'note' && (meant === undefined ? !entry : number === undefined)
  // Displaced persons are no refugees, of whom none are known.
  const values = rows.filter(isMeant)
  // "Nepal is the only country with a flag that is not rectangular or square" is all that is said of it.
  const isWhole = ({ text = '', subject }: Fact) =>
    [subject.name, ...(words?.words ?? [])].some(name => text.includes(name))
  return values.length > 0 ? values : having('note').filter(isWhole)
}

function isQualifier(sense: Sense): sense is Extract<Sense, { readonly type: 'qualifier' }> {
  return sense.type === 'qualifier'
}

function endsIn(qualifier = '', name: string): boolean {
  const [last] = qualifier
    .toLowerCase()
    .replace(/ areas$/, '')
    .split(/: | - /)
    .slice(-1)
  return qualifier.toLowerCase() === name || last === name
}

function inTime(rows: readonly Fact[], question: FactQuestion): Fact[] {
  const { years, isSpan, isWithLatest, operations, lastYears, step = 1 } = question
  const [from = 0, to = from] = years
  if (lastYears !== undefined) {
    const newest = Math.max(...rows.map(({ year = 0 }) => (year <= to ? year : 0)))
    // A rate is of a year; a level at the beginning of the first is that of the year before.
    const isRate = rows.some(({ unit = '' }) => unit.startsWith('%'))
    const first = newest - lastYears + (isRate ? 1 : 0)
    return byYear(rows.filter(({ year = 0 }) => year >= first && year <= newest))
  }
  if (isSpan)
    return byYear(
      rows.filter(({ year = 0 }) => year >= from && year <= to && (year - from) % step === 0),
    )
  if (years.length > 0) {
    const newest = isWithLatest ? [Math.max(...rows.map(({ year = 0 }) => year))] : []
    return byYear(rows.filter(row => [...years, ...newest].some(year => isOf(row, year))))
  }
  if (operations.has('series') || operations.has('change')) {
    const dated = byYear(rows.filter(({ year }) => year !== undefined))
    if (dated.length > 1) return dated
  }
  // Literacy of women may be of another year than that of men.
  return [...Map.groupBy(rows, ({ qualifier }) => qualifier).values()].flatMap(own => {
    const newest = Math.max(...own.map(({ year = 0 }) => year))
    return own.filter(({ year = 0 }) => year === newest)
  })
}

function byYear(rows: readonly Fact[]): Fact[] {
  return rows.toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0))
}

/** Returns whether a fact is of the year, or its term of office overlaps the year. */
export function isOf({ year, start, end }: Fact, wanted: number): boolean {
  const [from, to] = [start, end].map(day => day && Number(day.slice(0, 4)))
  if (from && to) return wanted >= from && wanted <= to
  return year === wanted || to === wanted
}
