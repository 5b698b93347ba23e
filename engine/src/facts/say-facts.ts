import { capital, fillSlots } from '../text/say.ts'
import type { FactStatement, FactTable } from './answer.ts'
import { PLACES } from './conditions.ts'
import type { Fact } from './fact.ts'
import type { Direction, Lexicon } from './lexicon.ts'
import type { FactQuestion } from './read-question.ts'
import { ownerOf, sayNames, nameOf as subjectName } from './report/say-value.ts'
import { byNumber } from './select-facts.ts'
import { SCALES, writeNumber, writeValue } from './write-fact.ts'

export const MAIN = new Set(['', 'total', 'total population', 'name', 'border countries', 'title'])
const SIGNIFICANT = 3
const ROUNDED = 4
/** Values of different years are apart for sure only by more than years change them. */
export const CLEAR = 1.2
/** Of rates of more years, only the first and the last are stated. */
const MOST_RATES = 6
/** Values of one series that a sentence lists. */
const MOST_EACH = 12
/** In characters. A longer text says more than its figure. */
const LONGEST_FIGURE = 40
const DAY = /\b(\d{4})-(\d\d)-(\d\d)\b/g
const DIFFERENCE = /\bdifferences?\b|\bhow (?:much|many) (?:more|less|fewer|bigger|larger)\b/i

/** A fact as a sentence, by the template of its attribute or "The … of … was …". */
export function sayFact(
  fact: Fact,
  { lexicon, today }: { readonly lexicon: Lexicon; readonly today: string },
): FactStatement {
  const { subject, attribute, qualifier = '', year, start = '', end = '', entry } = fact
  const { say, sayOf, sayNow, main, holders, entries } = lexicon.wordsOf(attribute) ?? {}
  if (entry && entries) return sayEntry(entries.say, fact)
  const isNamed = holders !== undefined || say?.includes('{qualifier}')
  const isPlain = MAIN.has(qualifier) || qualifier === main || isNamed
  const isNow = start !== '' && start <= today && end > today
  const template = sayOf?.[qualifier] ?? (isNow ? sayNow : undefined) ?? (isPlain ? say : undefined)
  const { value, computed } = readable(fact)
  const { bare: plain, when } = apart(fact, value)
  const more = computed && { computed }
  if (template) {
    const text = fillSlots(template, {
      ...{ subject: subjectName(subject), value: sayDay(plain), qualifier, year },
      ...{ start: sayDay(start), end: sayDay(end) },
    })
    const time = template.includes('{year}') ? '' : when
    return { text: `${capital(text).replace(/\.$/, '')}${time}.`, facts: [fact], ...more }
  }
  const named = nameOf(fact, lexicon)
  const isPlural = /[^su]s(?: \([^)]*\))?$/.test(named)
  const isFigure = fact.number !== undefined && /^[-$\d]/.test(value)
  const be = year === undefined ? ['is', 'are'] : ['was', 'were']
  const verb = isFigure ? ` ${be[isPlural ? 1 : 0]} ` : ': '
  const opening = capital(`${ownerOf(subject)} ${lower(named)}`)
  return { text: `${opening}${verb}${plain}${when}.`, facts: [fact], ...more }
}

/** An item of a list by a template of its attribute. */
export function sayEntry(template: string, fact: Fact): FactStatement {
  const { subject, entry, year } = fact
  const text = fillSlots(template, {
    ...{ entry: entry?.name, value: sayItem(fact), year, owner: ownerOf(subject) },
    subject: subjectName(subject),
  })
  const when = year === undefined || template.includes('{year}') ? '' : ` (${year})`
  return { text: `${capital(text)}${when}.`, facts: [fact] }
}

function sayItem({ number = 0, unit = '' }: Fact): string {
  const written = number >= 1e6 ? `${number / 1e6} million` : writeNumber(number)
  return unit === 'people' ? written : `${written}${unit === '%' ? unit : ` ${unit}`}`
}

/** Takes the date off a value, for a sentence that ends with it: "in 2024" for "(2024 est.)". */
function apart({ year, number }: Fact, value: string) {
  const date = year === undefined ? undefined : new RegExp(`\\s*\\(${year}(?: est\\.)?\\)$`)
  if (!date?.test(value)) return { bare: value, when: '' }
  const bare = value.replace(date, '')
  return { bare, when: number === undefined ? ` (${year})` : ` in ${year}` }
}

interface Together {
  readonly lexicon: Lexicon
  readonly question?: FactQuestion | undefined
  /** A sum follows, which is asked for instead of the difference. */
  readonly isSum?: boolean
}

/** The same of several subjects in one sentence; of two values of one time, how far they are apart. */
export function sayTogether(
  facts: readonly Fact[],
  { lexicon, question, isSum = false }: Together,
): FactStatement {
  const [first, second, ...others] = facts
  if (!first) return { text: '', facts }
  const isText = facts.some(({ number }) => number === undefined)
  const isCompared = !isText && lexicon.wordsOf(first.attribute)?.isCompared !== false
  const isAlike = isCompared && facts.every(({ unit }) => unit === first.unit)
  const isOfOneTime = facts.every(({ year }) => year === first.year)
  const towards =
    question && /^(?:which|who|what)\b/i.test(question.text) ? directionOf(question) : undefined
  const order = towards ?? (others.length > 0 ? 'highest' : undefined)
  const ranked = isAlike && order ? byNumber(facts, order) : facts
  const said = ranked.map(fact => ({ fact, ...apart(fact, readable(fact).value) }))
  const isDated = isOfOneTime && said.every(({ when }) => when !== '')
  const values = said.map(
    ({ fact, bare, when }) =>
      `${fact.subject.name} ${sayDay(isDated || when === '' ? bare : readable(fact).value)}`,
  )
  const year = isDated ? ` in ${first.year}` : ''
  const rounded = ranked.flatMap(fact => readable(fact).computed ?? [])
  const named = nameOf(first, lexicon)
  const verdict = isAlike && question ? sayVerdict(facts, question, isOfOneTime) : ''
  const degree = degreeOf(first, towards ?? 'highest', { lexicon, question })
  // "Larger" of two, "largest" of more.
  const comparative = degree.replace(/est$/, 'er').replace('most', 'more')
  const [top = 0, next = 0] = ranked.map(({ number }) => number)
  const isClear = isOfOneTime ? top !== next : Math.max(top, next) > CLEAR * Math.min(top, next)
  const winner =
    isAlike && towards && isClear
      ? `${ranked[0]?.subject.name} has the ${facts.length === 2 ? comparative : degree} ${lower(named)}`
      : ''
  const listed = `${winner || `${verdict}${capital(named)}`}${year}: ${values.join(isText ? '; ' : ', ')}`
  const note = isAlike && !isOfOneTime ? ' (values of different years)' : ''
  const [a = 0, b = 0] = [first.number, second?.number]
  const isApart = isOfOneTime || (question && DIFFERENCE.test(question.text))
  if (!isAlike || !isApart || !second || others.length > 0 || a === b || isSum)
    return { text: `${listed}${note}.`, facts, computed: rounded }
  const apartBy = sayGap(a > b ? [first, second] : [second, first])
  const computed = [...apartBy.computed, ...rounded]
  return { text: `${listed}; ${apartBy.text}${note}.`, facts, computed }
}

/** How much more the first has: "Nigeria has 123 million more (2.01 times as many)". */
function sayGap([larger, smaller]: readonly [Fact, Fact]) {
  const { unit = '', subject } = larger
  const [a = 0, b = 0] = [larger.number, smaller.number]
  const { amount, value } = sayAmount(a - b, larger)
  const ratio = b > 0 ? round(a / b) : 0
  const isCounted = unit === '' || unit === 'people'
  const times = ratio > 1 ? ` (${writeNumber(ratio)} times as ${isCounted ? 'many' : 'much'})` : ''
  const more = unit.startsWith('%')
    ? `is ${writeNumber(value)} percentage points higher`
    : unit === 'years'
      ? `is ${amount} higher`
      : unit.includes('/')
        ? `is ${writeNumber(ratio)} times as high`
        : `has ${amount} more${times}`
  return { text: `${subject.name} ${more}`, computed: [value, ratio] }
}

/** The word for the first of a ranking: that of the question, or else of the attribute. */
export function degreeOf(
  { attribute }: Fact,
  towards: Direction,
  { lexicon, question }: Pick<Together, 'lexicon' | 'question'>,
): string {
  const degrees = lexicon.wordsOf(attribute)?.degrees ?? ['highest', 'lowest']
  return question?.superlative ?? degrees[towards === 'highest' ? 0 : 1] ?? towards
}

function directionOf({ direction, phrases }: FactQuestion): Direction | undefined {
  const extremes = phrases.flatMap(({ senses }) =>
    senses.flatMap(sense => (sense.type === 'extreme' ? sense.direction : [])),
  )
  return direction ?? extremes[0]
}

/** "Yes: " or "No: " to whether the first is more than the second, unless the values are of different years and close. */
function sayVerdict(
  [first, second, ...others]: readonly Fact[],
  { text, phrases }: FactQuestion,
  isOfOneTime: boolean,
): string {
  if (!/^(?:is|are|was|were|does|do|did|has|have)\b.*\bthan\b/i.test(text)) return ''
  const [a = 0, b = 0] = [first?.number, second?.number]
  const isClose = Math.max(a, b) < CLEAR * Math.min(a, b)
  if (others.length > 0 || (!isOfOneTime && isClose)) return ''
  const extreme = phrases.flatMap(({ senses }) => senses).find(({ type }) => type === 'extreme')
  const isLess =
    extreme?.type === 'extreme'
      ? extreme.direction === 'lowest'
      : /\b(?:less|lower|smaller|fewer|shorter)\b/i.test(text)
  return (isLess ? a < b : a > b) ? 'Yes. ' : 'No. '
}

/** States a series from its first to its last value, with the total and the yearly change. */
export function sayChange(
  rows: readonly Fact[],
  { isEach = false }: { /** True if each value is asked for. */ readonly isEach?: boolean } = {},
): FactStatement | undefined {
  const [first] = rows
  const last = rows.at(-1)
  if (first?.number === undefined || last?.number === undefined) return undefined
  const span = (last.year ?? 0) - (first.year ?? 0)
  const isRate = /%/.test(first.unit ?? '')
  const named = capital(`${ownerOf(first.subject)} ${lower(nameOf(first))}`)
  const bare = (fact: Fact) => readable(fact).value.replace(/\s*\([^()]*\d{4}[^()]*\)/g, '')
  const from = `${bare(first)} in ${first.year} to ${bare(last)} in ${last.year}`
  const rounded = [first, last].flatMap(fact => readable(fact).computed ?? [])
  const isListed = isEach ? rows.length <= MOST_EACH : isRate && rows.length <= MOST_RATES
  if (isListed && rows.length > 2) {
    const values = rows.map(row => `${bare(row)} in ${row.year}`)
    const listed = `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`
    const computed = rows.flatMap(fact => readable(fact).computed ?? [])
    return { text: `${named} was ${listed}.`, facts: rows, computed }
  }
  const verb =
    last.number > first.number ? 'rose' : last.number < first.number ? 'fell' : 'stayed at'
  if (verb === 'stayed at' || first.number <= 0 || isRate) {
    const { amount: plain, value } = sayAmount(Math.abs(last.number - first.number), first)
    const amount = isRate ? `${writeNumber(value)} percentage points` : plain
    const text = `${named} ${verb} from ${from}, by ${amount}.`
    return { text, facts: rows, computed: [value, span, ...rounded] }
  }
  const change = round(Math.abs(last.number / first.number - 1) * 100)
  const yearly = round(Math.abs((last.number / first.number) ** (1 / span) - 1) * 100)
  const average = span > 1 ? `, ${yearly}% a year on average` : ''
  return {
    text: `${named} ${verb} from ${from}, by ${writeNumber(change)}%${average}.`,
    facts: rows,
    computed: [change, yearly, span, ...rounded],
  }
}

interface Listing {
  readonly intro: string
  readonly computed?: readonly number[]
  readonly whole?: Fact
}

/** The subjects with their values, after an introduction. */
export function sayList(
  facts: readonly Fact[],
  { intro, computed = [], whole }: Listing,
): FactStatement {
  const [first] = facts
  const isOfOneYear = facts.every(({ year }) => year === first?.year)
  const when = isOfOneYear && first?.year !== undefined ? ` (${first.year})` : ''
  const values = facts.map(fact => {
    const value = datedValue(fact)
    const share = shareOf(fact, whole)
    const of = share === undefined ? '' : ` (${share}% of the world)`
    return `${fact.subject.name} ${isOfOneYear ? apart(fact, value).bare : value}${of}`
  })
  const text = `${intro}: ${values.join(', ')}${when}.`
  const shares = facts.flatMap(fact => shareOf(fact, whole) ?? [])
  const cited = whole ? [...facts, whole] : facts
  return { text, facts: cited, computed: [...computed, 0, ...shares] }
}

function shareOf({ number = 0 }: Fact, whole: Fact | undefined): number | undefined {
  return whole?.number ? round((number / whole.number) * 100) : undefined
}

interface Placing {
  readonly among: string
  readonly towards: string
  readonly computed: readonly number[]
  readonly lexicon: Lexicon
  /** The figure of the world, if shares of it are asked for. */
  readonly whole?: Fact | undefined
}

/** States the first of a ranking. */
export function sayPlace(
  facts: readonly Fact[],
  { among, towards, computed, lexicon, whole }: Placing,
): FactStatement {
  const [first] = facts
  const label = first ? nameOf(first, lexicon) : ''
  if (facts.length > 1 || whole)
    return sayList(facts, {
      intro: `Of ${among}, these have the ${towards} ${lower(label)}`,
      computed,
      ...(whole && { whole }),
    })
  const { bare, when } = first ? apart(first, datedValue(first)) : { bare: '', when: '' }
  const owner = first ? capital(subjectName(first.subject)) : ''
  const text = / point$/.test(label)
    ? `The ${lower(label)} of ${among} is ${bare} in ${owner}.`
    : `${owner} has the ${towards} ${lower(label)} of ${among}: ${bare}${when}.`
  return { text, facts, computed }
}

/** Makes a table with one column per subject and one row per attribute or year. */
export function tableOf(facts: readonly Fact[]): FactTable {
  const columns = [...new Set(facts.map(({ subject }) => subject.name))]
  const labels = new Set(facts.map(fact => nameOf(fact)))
  const years = new Set(facts.map(({ year }) => year))
  const isByYear = labels.size === 1 && years.size > 1
  const labelOf = (fact: Fact) => (isByYear ? String(fact.year ?? '') : nameOf(fact))
  const rows = [...Map.groupBy(facts, labelOf)].map(([label, own]) => ({
    label,
    cells: columns.map(column => {
      const fact = own.findLast(({ subject }) => subject.name === column)
      return fact && { text: datedValue(fact), facts: [fact] }
    }),
  }))
  return { columns, rows: rows.length > 60 ? rows.slice(-60) : rows }
}

/** The value with its year, as the source writes it or to the last digit. */
export function datedValue(fact: Fact): string {
  const { text = '', unit = '' } = fact
  const isLong = text.length > LONGEST_FIGURE && /^\d/.test(text) && /^(?:sq )?km$/.test(unit)
  if (fact.entry || (isLong && fact.number !== undefined))
    return `${sayItem(fact)}${fact.year === undefined ? '' : ` (${fact.year})`}`
  const value = sayNames(fact, writeValue(fact)).replace(/\.$/, '')
  const isDated =
    fact.year === undefined || value.includes(String(fact.year)) || fact.text !== undefined
  return isDated ? value : `${value} (${fact.year})`
}

/** Shortens long numbers to millions and up; the table has every digit. */
function readable(fact: Fact): { value: string; computed?: readonly number[] } {
  const { text, number = 0, unit, year } = fact
  const scale = SCALES.find(([least]) => Math.abs(number) >= least)
  if (text !== undefined || !scale || !(unit === 'USD' || unit === 'people')) {
    return { value: datedValue(fact) }
  }
  const short = Number((number / scale[0]).toPrecision(ROUNDED))
  const amount = unit === 'USD' ? `$${short} ${scale[1]}` : `${short} ${scale[1]}`
  return { value: `${amount} (${year})`, computed: [short * scale[0], short] }
}

/** Writes a calculated amount in the unit of a fact, rounded for readers. */
export function sayAmount(number: number, { unit = '' }: Fact) {
  const scale = SCALES.find(([least]) => Math.abs(number) >= least)
  const short = Number((number / (scale?.[0] ?? 1)).toPrecision(ROUNDED))
  const plain = Math.abs(number) >= 1_000 ? Math.round(number) : round(number)
  const value = scale ? short * scale[0] : plain
  const written = scale ? `${short} ${scale[1]}` : writeNumber(plain)
  if (unit.startsWith('USD')) return { amount: `$${written}${unit.slice('USD'.length)}`, value }
  return {
    amount: unit.startsWith('%') ? `${written}${unit}` : [written, unit].filter(Boolean).join(' '),
    value,
  }
}

function nameOf({ attribute, qualifier = '', entry }: Fact, lexicon?: Lexicon): string {
  const { named } = (entry && lexicon?.wordsOf(attribute)?.entries) ?? {}
  if (entry && named) return fillSlots(named, { entry: entry.name })
  const label = lexicon?.wordsOf(attribute)?.named ?? attribute.label.replace(' by year', '')
  if (/^number of |^(?:highest|lowest) point$/.test(qualifier)) return capital(qualifier)
  if (/^(?:production|consumption|exports|imports)$/.test(qualifier)) return `${label} ${qualifier}`
  const isSame = qualifier.toLowerCase().endsWith(label.toLowerCase())
  // "Total petroleum production" says by itself of what.
  if (!isSame && qualifier.toLowerCase().includes(label.toLowerCase())) return capital(qualifier)
  return MAIN.has(qualifier) || isSame ? label : `${label} (${qualifier})`
}

function round(number: number): number {
  return Math.abs(number) >= 1_000 ? Math.round(number) : Number(number.toPrecision(SIGNIFICANT))
}

/** "20 January 2025" for days as the collections write them. */
export function sayDay(text: string): string {
  return text.replace(DAY, (_, year: string, month: string, day: string) => {
    const named = new Date(`${year}-${month}-01T00:00:00Z`).toLocaleString('en-GB', {
      month: 'long',
      timeZone: 'UTC',
    })
    return `${Number(day)} ${named} ${year}`
  })
}

/** "Second", "12th". */
export function ordinal(place: number): string {
  const ending = /1\d$/.test(String(place)) ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return PLACES[place - 1] ?? `${place}${ending}`
}

export function lower(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
