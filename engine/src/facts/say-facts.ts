import { isIsoDate } from '../text/lex/dates.ts'
import { capital, fillSlots, joinAnd } from '../text/say.ts'
import type { FactStatement, FactTable } from './answer.ts'
import { PLACES } from './conditions.ts'
import type { Fact } from './fact.ts'
import type { AttributeWords, Direction, Lexicon } from './lexicon.ts'
import { COUNTS, type FactQuestion } from './read-question.ts'
import { ownerOf, sayNames, sayUnits, nameOf as subjectName } from './report/say-value.ts'
import { itemsOf, type Shape, sayItems } from './say-items.ts'
import { byNumber, canSum, sumOf } from './select-facts.ts'
import { SCALES, writeNumber, writeValue } from './write-fact.ts'

export const MAIN = new Set(['', 'total', 'total population', 'name', 'border countries', 'title'])
const SIGNIFICANT = 3
const MANY = 5
/** The plural after the figure 1: "1 ports". */
const OF_ONE = /((?<![\d.,])1 (?:(?!to\b)\p{L}+ ){0,2}?\p{L}{2,}[^\P{L}su])s\b/u
/** A figure of a million or more with all its digits. */
const LONG = /(?<=^\$?)\d{1,3}(?:,\d{3}){2,}(?![\d.,])/
const ROUNDED = 4
/** Of rates of more years, only the first and the last are stated. */
const MOST_RATES = 6
/** Of a peak, a value that is below it for sure. */
const FALLEN = 0.99
/** Values of one series that a sentence lists. */
const MOST_EACH = 13
/** A value that grows more than so many times in so few years was near zero. */
const MOST_TIMES = 5
const LEAST_TIMES = 3
const NEAR_YEARS = 5
/** In characters. A longer text says more than its figure. */
const LONGEST_FIGURE = 40
const DAY = /\b(\d{4})-(\d\d)-(\d\d)\b/g
const US_DAY = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g
/** Figures that say how large a country is: "the five largest countries by area". */
const SIZE = /^(?:area|population|GDP)$/
/** Labels without an article: "petroleum production of …". */
export const MASS =
  /\b(?:literacy|inflation|expenditure|spending|debt|growth|mortality|use|land|consumption|production|generation|capacity)$/
export const SHARE = /^[\d.]+%/

interface Telling {
  readonly lexicon: Lexicon
  readonly today: string
  readonly question?: FactQuestion | undefined
}

/** A fact as a sentence, by the template for the form of its value or of its attribute, or "The … of … was …". */
export function sayFact(fact: Fact, { lexicon, today, question }: Telling): FactStatement {
  const { subject, attribute, qualifier = '', year, start = '', end = '', entry } = fact
  const words: Partial<AttributeWords> = lexicon.wordsOf(attribute) ?? {}
  const { say, sayOf, sayNow, main, isRecord, entries } = words
  if (entry && entries) return sayEntry(entries.say, fact)
  const isNamed = isRecord || say?.includes('{qualifier}')
  const isPlain = MAIN.has(qualifier) || qualifier === main || isNamed
  const isNow = start !== '' && start <= today && end > today
  const { value, computed } = readable(fact)
  const { bare, when, note } = apart(fact, value)
  const plain = sayDay(sayUnits(bare)).replace(/; note -+ /g, '; ')
  if (qualifier === 'note' && plain.includes(subject.name))
    return { text: `${capital(plain)}.`, facts: [fact] }
  if (qualifier === 'note') {
    const label = lower(nameOf({ ...fact, qualifier: '' }, lexicon))
    return {
      text: `The source only notes on ${ownerOf(subject)} ${label}: ${plain}.`,
      facts: [fact],
    }
  }
  const shape = isPlain || sayOf?.[qualifier] ? 'plain' : undefined
  const formed = formOf(plain, words.shapes, {
    qualifiers: shape ? ['', qualifier] : [qualifier],
    year,
  })
  const official = officialOf(plain, { words, question })
  const template =
    official?.say ??
    formed?.say ??
    sayOf?.[qualifier] ??
    (isNow ? sayNow : undefined) ??
    (isPlain ? say : undefined)
  // The words of a date are in no quote, which has figures.
  const { text: own = '' } = fact
  const more = isIsoDate(own) ? { computed: [Number(own.slice(0, 4))] } : computed && { computed }
  if (template) {
    const text = fillSlots(template, {
      ...{ subject: subjectName(subject), owner: ownerOf(subject), value: plain, qualifier, year },
      ...{ start: sayDay(start), end: sayDay(end), share: SHARE.exec(plain)?.[0] },
      ...{ list: official?.list ?? (template.includes('{list}') ? sayItems(plain) : '') },
      ...formed?.groups,
      ...(formed?.groups['team'] && { team: subjectName({ name: formed.groups['team'] }) }),
    })
    const time = official || template.includes('{year}') ? '' : `${when}${note}`
    const said = fact.number === 1 ? text.replace(OF_ONE, '$1') : text
    return { text: `${capital(said).replace(/\.$/, '')}${time}.`, facts: [fact], ...more }
  }
  const isOfSex = /^(?:fe)?male$/.test(qualifier)
  const named = isOfSex
    ? `${qualifier} ${lower(nameOf({ ...fact, qualifier: '' }, lexicon))}`
    : nameOf(fact, lexicon)
  const isFigure = fact.number !== undefined && /^[-−$\d]/.test(value)
  const be = year === undefined ? ['is', 'are'] : ['was', 'were']
  const verb = isFigure ? ` ${be[isPlural(named) ? 1 : 0]} ` : ': '
  const opening = capital(`${ownerOf(subject)} ${lower(named)}`)
  return { text: `${opening}${verb}${plain}${when}${note}.`, facts: [fact], ...more }
}

/** Says values of men and women in one sentence: "… is 60.4 years for men and 64.2 years for women." */
export function joinSexes(statements: readonly FactStatement[], lexicon: Lexicon): FactStatement[] {
  const keyOf = ({ facts: [one] }: FactStatement) =>
    /^(?:fe)?male$/.test(one?.qualifier ?? '') && one?.number !== undefined
      ? `${one.subject.id} ${one.attribute.id} ${one.year}`
      : Symbol('alone')
  return [...Map.groupBy(statements, keyOf).values()].flatMap(own => {
    const [female, male] = own
      .flatMap(({ facts }) => facts)
      .toSorted((one, other) => (one.qualifier ?? '').localeCompare(other.qualifier ?? ''))
    const isOfOne = own.every(({ facts }) => facts.length === 1)
    if (own.length !== 2 || !isOfOne || !male || female?.qualifier !== 'female') return own
    const label = lower(nameOf({ ...male, qualifier: '' }, lexicon))
    const [men, women] = /\b(?:infant|child)/i.test(label) ? ['boys', 'girls'] : ['men', 'women']
    const [be, when] = male.year === undefined ? ['is', ''] : ['was', ` in ${male.year}`]
    const values = `${figureOf(male, true)} for ${men} and ${figureOf(female, true)} for ${women}`
    const text = capital(`${ownerOf(male.subject)} ${label} ${be} ${values}${when}.`)
    // Large counts are rounded.
    return { text, facts: [male, female], computed: own.flatMap(({ computed = [] }) => computed) }
  })
}

/** The sentence for the first form that the value has, with what its groups match. */
function formOf(
  value: string,
  shapes: readonly Shape[] = [],
  { qualifiers, year }: { qualifiers: readonly string[]; year: number | undefined },
) {
  for (const { of, say, qualifier = '', except } of shapes) {
    if (except && new RegExp(`^(?:${except})`).test(`${year}`)) continue
    const match = qualifiers.includes(qualifier) ? new RegExp(of).exec(value) : null
    if (match) return { say, groups: { ...match.groups } }
  }
  return undefined
}

/** The items that are official, if the question asks for these alone. */
function officialOf(
  value: string,
  { words, question }: { words: Partial<AttributeWords>; question?: FactQuestion | undefined },
) {
  const { entry, sayEntries } = words
  if (!entry || !sayEntries || !new RegExp(`\\b${entry}\\b`, 'i').test(question?.text ?? ''))
    return undefined
  const items = itemsOf(value).filter(({ notes }) => notes.some(note => note.startsWith(entry)))
  const say = sayEntries[items.length > 1 ? 1 : 0]
  return items.length > 0 ? { say, list: joinAnd(items.map(({ name }) => name)) } : undefined
}

/** An item of a list by a template of its attribute. */
export function sayEntry(
  template: string,
  fact: Fact,
  slots: Readonly<Record<string, string>> = {},
): FactStatement {
  const { subject, entry, year } = fact
  const text = fillSlots(template, {
    ...{
      entry: entry?.name.replace(/^U[SK]$/, 'the $&'),
      value: sayItem(fact),
      year,
      owner: ownerOf(subject),
    },
    ...{ subject: subjectName(subject), ...slots },
  })
  const when = year === undefined || template.includes('{year}') ? '' : ` (${year})`
  return { text: `${capital(text)}${when}.`, facts: [fact] }
}

function sayItem({ number = 0, unit = '' }: Fact): string {
  const written = number >= 1e6 ? `${number / 1e6} million` : writeNumber(number)
  return unit === 'people' ? written : `${written}${unit === '%' ? unit : ` ${unit}`}`
}

/** Takes the date off a value, for a sentence that ends with it: "in 2024" for "(2024 est.)", and what follows it. */
function apart({ year, number }: Fact, value: string) {
  const dated = new RegExp(
    `\\s*\\((${year ?? '\\d{4}-\\d{4}'}(?:/\\d+)?)(?: est\\.)?\\)(?:\\s+(.+))?$`,
    's',
  ).exec(value)
  const [all = '', date, more] = dated ?? []
  if (!dated || (more && number === undefined)) return { bare: value, when: '', note: '' }
  const bare = value.slice(0, value.length - all.length)
  const note =
    more && /^(?!note\b).*\p{Ll}/u.test(more) ? ` (${more.replace(/^\((.*)\)$/, '$1')})` : ''
  return { bare, when: number === undefined ? ` (${date})` : ` in ${date}`, note }
}

/** The word for the first of a ranking: that of the question, or else of the attribute. */
export function degreeOf(
  fact: Fact,
  towards: Direction,
  { lexicon, question }: Pick<Telling, 'lexicon' | 'question'>,
): string {
  const { attribute, unit = '' } = fact
  if (isCount(fact, lexicon)) return towards === 'highest' ? 'most' : 'fewest'
  const own = unit.startsWith('%') ? undefined : lexicon.wordsOf(attribute)?.degrees
  const degrees = own ?? ['highest', 'lowest']
  const meant = degrees[towards === 'highest' ? 0 : 1] ?? towards
  const { superlative = '' } = question ?? {}
  // "The fewest people" is the smallest population, and "the largest fertility rate" the highest.
  const isOfSize = /^(?:largest|biggest|greatest|smallest)$/.test(superlative) && !canSum(fact)
  const asked = superlative === 'fewest' || isOfSize ? '' : superlative
  return asked || meant
}

/** Returns whether the value is a number of things: "15 nuclear reactors". */
function isCount(fact: Fact, lexicon: Lexicon): boolean {
  return !fact.unit?.trim() && canSum(fact) && isPlural(lower(nameOf(fact, lexicon)))
}

export function directionOf({ direction, phrases }: FactQuestion): Direction | undefined {
  const extremes = phrases.flatMap(({ senses }) =>
    senses.flatMap(sense => (sense.type === 'extreme' ? sense.direction : [])),
  )
  return direction ?? extremes[0]
}

/** States a series from its first to its last value, with the total and the yearly change. */
export function sayChange(
  rows: readonly Fact[],
  // Set if each value is asked for.
  { isEach = false, asked = '' }: { readonly isEach?: boolean; readonly asked?: string } = {},
): FactStatement | undefined {
  const [first] = rows
  const last = rows.at(-1)
  if (first?.number === undefined || last?.number === undefined) return undefined
  const span = (last.year ?? 0) - (first.year ?? 0)
  const isRate = /%/.test(first.unit ?? '')
  const label = lower(nameOf(first)).replace(' (current US$)', ' in current US dollars')
  const named = capital(`${ownerOf(first.subject)} ${label}`)
  const bare = (fact: Fact) => readable(fact).value.replace(/\s*\([^()]*\d{4}[^()]*\)/g, '')
  const from = `${bare(first)} in ${first.year} to ${bare(last)} in ${last.year}`
  const verb =
    last.number > first.number ? 'rose' : last.number < first.number ? 'fell' : 'stayed at'
  const [low, high] = [first.number, last.number].toSorted((one, other) => one - other)
  const isJump = span <= NEAR_YEARS && (high ?? 0) > (low ?? 0) * MOST_TIMES
  // A rate says nothing about a value that may be near zero or change its sign.
  const isBalance = (low ?? 0) <= 0 || isJump || /\bbalance\b/i.test(first.attribute.label)
  const isListed =
    rows.length > 2 && (isEach ? rows.length <= MOST_EACH : isRate && rows.length <= MOST_RATES)
  const values = rows.map(row => `${bare(row)} in ${row.year}`)
  const list = `${named} ${isPlural(nameOf(first)) ? 'were' : 'was'} ${joinAnd(values)}`
  const rounded = (isListed ? rows : [first, last, ...byNumber(rows).slice(0, 1)]).flatMap(
    fact => readable(fact).computed ?? [],
  )
  const { amount, value } = sayAmount(Math.abs(last.number - first.number), first)
  const plain = isRate ? `${writeNumber(value)} percentage points` : amount
  const change = round(Math.abs(last.number / first.number - 1) * 100)
  const yearly = round(Math.abs((last.number / first.number) ** (1 / span) - 1) * 100)
  const average = span > 1 ? `, ${yearly}% a year on average` : ''
  const times = round(last.number / first.number)
  const as = first.unit === 'people' ? 'many' : 'much'
  const percent = `${writeNumber(change)}%`
  const isGap = /\bdifference\b/i.test(asked)
  const moved = isGap ? `${amount.replace(/ people$/, '')} (${percent})` : percent
  const isTimes = !isGap && (times >= LEAST_TIMES || /\bhow many times\b/i.test(asked))
  const share = isTimes ? `${times} times as ${as}` : `by ${moved}`
  const isPlain = verb === 'stayed at' || isBalance || isRate
  const by = isPlain ? `by ${plain}` : `${share}${average}`
  // A series that rose and fell in between is not said by its ends.
  const [peak = first] = byNumber(rows)
  const isBelow = last.number < (peak.number ?? 0) * FALLEN
  const isPeak = rows.length > MOST_RATES && peak !== first && (isRate ? peak !== last : isBelow)
  const top = isPeak ? `; it was highest in ${peak.year}, at ${bare(peak)}` : ''
  const text = isListed
    ? `${list}${isRate ? '' : `; ${/^by/.test(by) ? `it ${verb}` : 'the last is'} ${by}`}`
    : `${named} ${verb} from ${from}, ${by}${top}`
  return {
    text: `${text}.`,
    facts: rows,
    computed: [...(isPlain ? [value] : [change, times, yearly]), span, ...rounded, value],
  }
}

/** The year of all figures, or of most of many. */
export function commonYear(facts: readonly Fact[]): number | undefined {
  const ofYear = Map.groupBy(facts, one => one.year)
  const [[year, { length } = []] = []] = [...ofYear].toSorted((a, b) => b[1].length - a[1].length)
  const isMost = facts.length >= MANY && 2 * length > facts.length
  return isMost || length === facts.length ? year : undefined
}

/** The subjects with their values: "Chile (80.3 years) and Peru (72.6 years)", and the year of all or of those without one. */
export function listValues(
  facts: readonly Fact[],
  {
    whole,
    common = facts.every(({ year }) => year === facts[0]?.year) ? facts[0]?.year : undefined,
  }: { readonly whole?: Fact | undefined; readonly common?: number | undefined } = {},
) {
  const values = facts.map(fact => {
    const share = shareOf(fact, whole)
    const of = share === undefined ? '' : `, ${share}% of the world`
    return `${subjectName(fact.subject)} (${figureOf(fact, fact.year === common)}${of})`
  })
  const isOfAll = facts.every(({ year }) => year === common)
  const year = common === undefined || isOfAll ? common : `${common} unless noted`
  return { list: joinAnd(values), year, shares: facts.flatMap(fact => shareOf(fact, whole) ?? []) }
}

/** The value for brackets: without notes, and with its year unless the sentence has that. */
export function figureOf(fact: Fact, isBare: boolean): string {
  const { value, listed = value } = readable(fact)
  const { bare, when } = apart(fact, listed)
  const plain = sayDay(sayUnits(bare))
    .replace(/(?<=\d) children$/, ' children per woman')
    .replace(/\s*\([^()]*\)|(?<=%) of total .*$|; note\b.*$/g, '')
    .replace(/(?<=\p{L}) (?=-?\d[\d,.]* m$)/u, ', ')
  const said = fact.number === 1 ? plain.replace(OF_ONE, '$1') : plain
  return isBare ? said : `${said}${when.replace(/[()]/g, '')}`
}

function shareOf({ number = 0 }: Fact, whole: Fact | undefined): number | undefined {
  return whole?.number ? round((number / whole.number) * 100) : undefined
}

interface Placing {
  /** "In Africa", "of the 23 countries that are landlocked". */
  readonly among: string
  /** How many have a figure, if not all have one. */
  readonly of: string
  readonly towards: string
  readonly computed: readonly number[]
  readonly lexicon: Lexicon
  /** The figure of the world, if shares of it are asked for. */
  readonly whole?: Fact | undefined
  /** True if all are listed. */
  readonly isWhole: boolean
  /** True if a year is asked for. */
  readonly isPast?: boolean
  /** How many have the same value, if the first is not alone. */
  readonly equals?: number
}

/** States the first of a ranking. */
export function sayPlace(
  facts: readonly Fact[],
  { among, of, towards, computed, lexicon, whole, isWhole, isPast = false, equals = 1 }: Placing,
): FactStatement {
  const [first] = facts
  if (!first) return { text: '', facts }
  const label = lower(nameOf(first, lexicon))
  const { list, year, shares } = listValues(facts, { whole, common: commonYear(facts) })
  const has = isPast ? 'had' : 'has'
  const rounded = facts.flatMap(fact => readable(fact).computed ?? [])
  const named = / point$/.test(label) ? label : `${towards} ${label}`
  const note = [year, of].filter(Boolean).join('; ')
  const when = note === '' ? '' : ` (${note})`
  const [name = '', value = ''] = figureOf(first, true).split(/, (?=-?\d[\d,.]* m$)/)
  const nouns = nounsOf(first.subject.kind)
  const placed =
    SIZE.test(label) && !/^(?:high|low)est$/.test(towards)
      ? `${towards} ${nouns} by ${label}`
      : `${nouns} with the ${named}`
  const names = joinAnd(facts.map(({ subject }) => subjectName(subject)))
  const sharing = equals > facts.length ? `${equals} ${nouns}, among them ${names},` : names
  const text =
    equals > 1
      ? `${sharing} ${isPast ? 'shared' : 'share'} the ${named} ${among}: ${figureOf(first, true)}${when}`
      : isWhole
        ? `Ranked by ${label}, ${among.replace(/^of /, '')} are ${list}${when}`
        : facts.length > 1 && !whole
          ? `The ${COUNTS[facts.length] ?? facts.length} ${placed} ${among.replace(/^of /, 'among ')}${when} ${isPast ? 'were' : 'are'} ${list}`
          : whole
            ? `${list} ${isPast || facts.length === 1 ? has : 'have'} the ${named} ${among}${when}`
            : value !== ''
              ? `The ${named} ${among} is ${name} (${value}) in ${subjectName(first.subject)}${when}`
              : `${subjectName(first.subject)} ${has} the ${named} ${among}: ${figureOf(first, false)}${of && ` (${of})`}`
  const cited = whole ? [...facts, whole] : facts
  return { text: `${capital(text)}.`, facts: cited, computed: [...computed, ...shares, ...rounded] }
}

/** The sum or the average of figures: "Together, the 12 countries in South America have …". */
export function sayTotal(
  facts: readonly Fact[],
  { among, isAverage, lexicon }: { among: string; isAverage?: boolean; lexicon: Lexicon },
): FactStatement {
  const [first] = facts
  if (!first) return { text: '', facts }
  const { amount, value } = sayAmount(sumOf(facts) / (isAverage ? facts.length : 1), first)
  const label = lower(nameOf(first, lexicon))
  const years = facts.flatMap(({ year }) => year ?? [])
  const span = [...new Set([Math.min(...years), Math.max(...years)])].join(' to ')
  const isBare = isPlural(label) || MASS.test(label)
  const [, counted] = /^number of (.*)/.exec(label) ?? (isCount(first, lexicon) ? ['', label] : [])
  const held = counted
    ? `${amount.replace(/ people$/, '')} ${counted}`
    : `${isBare ? '' : /^[aeiou]/i.test(label) ? 'an ' : 'a '}${label} of ${amount}`
  const said = isAverage
    ? `The plain average of ${label} over ${among} is ${amount}`
    : `Together, ${among} have ${held}`
  const computed = [value, ...facts.flatMap(fact => readable(fact).computed ?? [])]
  return { text: `${said}${years.length > 0 ? ` (${span})` : ''}.`, facts, computed }
}

/** Makes a table with one column per subject and one row per attribute or year. */
export function tableOf(facts: readonly Fact[]): FactTable {
  const columns = [...new Set(facts.map(({ subject }) => subject.name))]
  const labels = new Set(facts.map(fact => nameOf(fact)))
  const years = new Set(facts.map(({ year }) => year))
  const isByYear = labels.size === 1 && years.size > 1 && facts.length > columns.length
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
  const bare = sayNames(fact, writeValue(fact)).replace(/\.$/, '')
  // A population says of what it is.
  const value = fact.text === undefined ? bare.replace(/ people$/, '') : bare
  const isDated =
    fact.year === undefined || value.includes(String(fact.year)) || fact.text !== undefined
  return isDated ? value : `${value} (${fact.year})`
}

/** Shortens long numbers to millions and up, those that the source writes out only beside others; the table has every digit. */
export function readable(fact: Fact): { value: string; listed?: string; computed?: number[] } {
  const { text, number = 0, unit, year } = fact
  const scale = SCALES.find(([least]) => Math.abs(number) >= least)
  const isLong = text === undefined ? unit === 'USD' || unit === 'people' : LONG.test(text)
  if (!scale || !isLong) return { value: datedValue(fact) }
  const short = Number((number / scale[0]).toPrecision(ROUNDED))
  const amount = `${short} ${scale[1]}`
  const computed = [short * scale[0], short]
  const own = `${unit === 'USD' ? '$' : ''}${amount} (${year})`
  if (text === undefined) return { value: own, computed }
  const value = datedValue(fact)
  return { value, listed: value.replace(LONG, amount), computed }
}

/** Writes a calculated amount in the unit of a fact, rounded for readers. */
export function sayAmount(number: number, { unit = '' }: Pick<Fact, 'unit'>) {
  const scale = SCALES.find(([least]) => Math.abs(number) >= least)
  const short = Number((number / (scale?.[0] ?? 1)).toPrecision(ROUNDED))
  const plain = Math.abs(number) >= 1_000 ? Math.round(number) : round(number)
  const value = scale ? short * scale[0] : plain
  const written = scale ? `${short} ${scale[1]}` : writeNumber(plain)
  if (unit.startsWith('USD')) return { amount: `$${written}${unit.slice('USD'.length)}`, value }
  return {
    amount: sayUnits(unit.startsWith('%') ? `${written}${unit}` : `${written} ${unit}`).trimEnd(),
    value,
  }
}

export function nameOf({ attribute, qualifier = '', entry }: Fact, lexicon?: Lexicon): string {
  const { named } = (entry && lexicon?.wordsOf(attribute)?.entries) ?? {}
  if (entry && named) return fillSlots(named, { entry: entry.name })
  const { named: own, namedOf, main } = lexicon?.wordsOf(attribute) ?? {}
  const label = own ?? attribute.label.replace(' by year', '')
  const said = namedOf?.[qualifier]
  if (said !== undefined || (qualifier === main && own)) return said ?? label
  if (/^number of |^(?:highest|lowest) point$/.test(qualifier)) return capital(qualifier)
  if (/^(?:production|consumption|exports|imports)$/.test(qualifier)) return `${label} ${qualifier}`
  const isSame = qualifier.toLowerCase().endsWith(label.toLowerCase())
  // "Total petroleum production" says by itself of what.
  if (!isSame && qualifier.toLowerCase().includes(label.toLowerCase())) return capital(qualifier)
  return MAIN.has(qualifier) || isSame ? label : `${label} (${qualifier})`
}

export function round(number: number): number {
  return Math.abs(number) >= 1_000 ? Math.round(number) : Number(number.toPrecision(SIGNIFICANT))
}

/** "20 January 2025" for days as the collections write them. */
export function sayDay(text: string): string {
  const dashed = text.replace(US_DAY, (_, month: string, day: string, year: string) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )
  return dashed.replace(DAY, (_, year: string, month: string, day: string) => {
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

/** "Exports", but not "census". */
export function isPlural(label: string): boolean {
  return /[^su]s$/.test(label.replace(/ (?:\(|(?:of|per|as|in|to|at)\b).*$/, ''))
}

export function lower(label: string): string {
  return /^(?!Gini\b|World H)\p{Lu}\p{Ll}/u.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label
}

/** "Countries" for the kind "country". */
export function nounsOf(kind: string): string {
  return kind.replace(/y?$/, end => (end === 'y' ? 'ies' : 's'))
}
