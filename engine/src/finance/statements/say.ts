import type { Statement } from '../../evidence/statement.ts'
import type { Company, Printed } from '../../search/company-fact.ts'
import { divide, rational, subtract } from '../../tables/rational.ts'
import { capital, joinAnd, list, type Phrase as SharedPhrase, say } from '../../text/say.ts'
import type { CiteFacts } from '../cite-facts.ts'
import { sayName } from '../companies/company-names.ts'
import { magnitude, signOf, times, toNumber, writeDecimal } from '../decimal.ts'
import {
  areComparable,
  type Figure,
  isFormula,
  isMoment,
  isQuotient,
  saySplits,
} from '../figure.ts'
import type { Metric } from '../metrics.ts'
import { isCalendar, namePeriod, sayDate } from '../period.ts'
import type { AskedPeriod, AskedTimes } from '../question/read-times.ts'
import { previousSlot, type Slot } from '../slots.ts'
import { quotientDecimals, roundAmount } from '../write-amount.ts'

/** A piece of a sentence about figures. */
export type Phrase = SharedPhrase<Figure>

/** The state of one answer: the dates of a period and the formula of a ratio are given once. */
export interface Voice {
  readonly cite: CiteFacts
  readonly told: Set<string>
  /** How many figures of a series a sentence lists; the table has the others. */
  readonly mostListed: number
  /** Says what moved a figure from one time to another, if reasons are asked for. */
  readonly explain?: (from: Figure, to: Figure) => Phrase | undefined
}

const MOST_LISTED = 4
const MOST_TABLED = 2
/** Fewer times in a row are named one by one. */
const LEAST_IN_RUN = 3
const ONCE = / \((?:(?:year )?(?:to|from) [^()]*|[^()]* [÷−+] [^()]*)\)/g
const SIGNS = { '+': 'plus', '−': 'less', '÷': 'divided by' } as const

export function createVoice(cite: CiteFacts, mostListed = MOST_LISTED): Voice {
  return { cite, told: new Set(), mostListed }
}

/** True if a table has what a sentence leaves out. */
export function isTabled({ mostListed }: Voice): boolean {
  return mostListed <= MOST_TABLED
}

/** True if a table shows the figures, whatever the sentences list. */
export function hasTable({ mostListed }: Voice): boolean {
  return mostListed <= MOST_LISTED
}

/** Makes a sentence that cites the filings behind its figures. */
export function state(phrase: Phrase, { cite }: Pick<Voice, 'cite'>): Statement {
  const facts = phrase.sources.flatMap(figure => figure.facts.map(({ fact }) => fact))
  const printed = facts.flatMap(fact => fact.printed ?? [])
  const split = saySplits(phrase.sources)
  const splits = Array.from(split.matchAll(/\d+/g), ([digits]) => Number(digits))
  const numbers = [...phrase.numbers, ...splits, ...printed.map(({ page }) => page)]
  return {
    text: `${capital(phrase.text)}${split}${sayPrinted(printed)}.`,
    evidence: cite(facts),
    isVerbatim: false,
    ...(numbers.length > 0 && { computed: [...new Set(numbers)] }),
  }
}

/** " (pages 35 and 38 of Acme — Form 10-K for fiscal year 2021)". */
function sayPrinted(printed: readonly Printed[]): string {
  const places = [...Map.groupBy(printed, ({ title }) => title)].map(([title, own]) => {
    const pages = [...new Set(own.map(({ page }) => page))].sort((a, b) => a - b)
    return `page${pages.length > 1 ? 's' : ''} ${joinAnd(pages.map(String))} of ${title}`
  })
  return places.length > 0 ? ` (${joinAnd(places)})` : ''
}

/** A printed statement does not give the day of every year. */
function isPrinted({ facts }: Figure): boolean {
  return facts.some(({ fact }) => fact.printed)
}

/** Strips the dates and formulas that only the first of several sentences gives. */
export function withoutDetails(text: string): string {
  return text.replace(ONCE, '')
}

/** "$97.0 billion". */
export function amount(figure: Figure): Phrase {
  return {
    text: roundAmount(figure),
    numbers: [toNumber(figure.value)],
    sources: [figure],
  }
}

/** A calculated amount: "$97.0 billion". */
export function rounded(value: number, unit: string, sources: readonly Figure[]): Phrase {
  const places = unit === 'percent' || unit === 'times' ? 1 : 0
  const digits = value.toFixed(places)
  return {
    text: roundAmount({ value: rational(digits), unit }),
    numbers: [Number(digits)],
    sources,
  }
}

/** "in fiscal 2023 (year to 30 September 2023)", and the next time without the date. */
export function when(figure: Figure, voice: Voice): Phrase {
  const { period, span } = figure
  const { start, end, part, fiscalYear } = period
  if (isPrinted(figure))
    return {
      ...say`${isMoment(figure) ? 'at the end of' : 'in'} ${nameTime(figure)}`,
      numbers: [fiscalYear],
    }
  if (isMoment(figure)) return say`as of ${sayDate(end)}`
  if (span === 'trailing') return say`in the ${12} months to ${sayDate(end)}`
  const key = `${nameTime(figure)} ${end}`
  const isKnown = voice.told.has(key) || (isCalendar(period) && span === undefined)
  voice.told.add(key)
  const date =
    span === 'calendar'
      ? ` (from ${sayDate(start ?? end)} to ${sayDate(end)})`
      : ` (${part === 'year' ? 'year to' : 'to'} ${sayDate(end)})`
  return { ...say`in ${nameTime(figure)}${isKnown ? '' : date}`, numbers: [fiscalYear] }
}

/** The time without dates if it has a name: "fiscal 2023", "30 September 2023". */
export function nameTime(figure: Figure): string {
  const { period, span } = figure
  if (isPrinted(figure)) return namePeriod(period)
  if (isMoment(figure)) return sayDate(period.end)
  if (span === 'trailing') return `the 12 months to ${sayDate(period.end)}`
  return span === 'calendar' ? `calendar ${period.fiscalYear}` : namePeriod(period)
}

/** "$97.0 billion", or "a loss of $2.7 billion" for an income below zero. */
export function gainOrLoss(figure: Figure): Phrase {
  const said = amount(figure)
  const isLoss = figure.metric.says?.loss !== undefined && signOf(figure.value) < 0
  return isLoss ? { ...said, text: said.text.replace('−', 'a loss of ') } : said
}

/** "$383.3 billion in fiscal 2023". */
export function amountWhen(figure: Figure, voice: Voice): Phrase {
  return say`${gainOrLoss(figure)} ${when(figure, voice)}`
}

/** "Apple's $383.3 billion in fiscal 2023", "Intel's loss of $18.8 billion in 2024". */
export function ownAmountWhen(figure: Figure, voice: Voice): Phrase {
  return say`${nameOwner(figure)} ${withoutArticle(amountWhen(figure, voice))}`
}

/** Without "a", for a place behind the owner. */
export function withoutArticle(phrase: Phrase): Phrase {
  return { ...phrase, text: phrase.text.replace(/^a loss/, 'loss') }
}

/** "Apple's", and "McDonald's". */
export function nameOwner({ company }: Pick<Figure, 'company'>): string {
  const name = sayName(company)
  if (/['’]s$/.test(name)) return name
  return name.endsWith('s') ? `${name}'` : `${name}'s`
}

export function verbOf({ metric }: Pick<Figure, 'metric'>): string {
  return metric.isPlural ? 'were' : 'was'
}

/** How a figure was calculated: " (revenue of $5.0 billion less cost of revenue of $3.0 billion)". */
export function derivation(figure: Figure): Phrase | undefined {
  const { terms = [] } = figure
  const [first, last] = [terms[0]?.figure, terms.at(-1)?.figure]
  if (!first || !last) return undefined
  if (figure.span === 'calendar' && !isFormula(figure))
    return say`the sum of its quarters from ${nameTime(first)} to ${nameTime(last)}`
  const said = terms.map(({ sign, figure: term }, at) => {
    const join = at === 0 ? '' : ` ${SIGNS[sign]} `
    if (!isFormula(figure)) return say`${join}${{ ...say`${nameTime(term)}`, numbers: [9, 12] }}`
    return say`${join}${term.metric.name} of ${amount(term)}`
  })
  const days = figure.unit === 'days' && isFormula(figure) ? ', in days of the period' : ''
  return say`${said.reduce((all, next) => say`${all}${next}`)}${days}`
}

const ONE = rational('1')

export interface Growth {
  /** Without a sign: "2.8%". */
  readonly size: Phrase
  readonly percent: number
}

/** Calculates growth in percent; undefined where it misleads: for ratios, and from or to zero or less. */
export function growthOf(from: Figure, to: Figure): Growth | undefined {
  if (from.unit !== to.unit || isQuotient(to) || !areComparable([from, to])) return undefined
  if (signOf(from.value) <= 0 || signOf(to.value) <= 0) return undefined
  const quotient = divide(to.value, from.value)
  if (!quotient) return undefined
  const exact = { value: times(subtract(quotient, ONE), 100), unit: 'percent' }
  const places = quotientDecimals(exact)
  const percent = toNumber(exact.value, places)
  const text = `${writeDecimal(magnitude(exact.value), places)}%`
  return { size: { text, numbers: [percent], sources: [from, to] }, percent }
}

const MOST_PERCENT = 1_000

/** False for growth from next to nothing. */
export function isTelling(growth: Growth | undefined): growth is Growth {
  return growth !== undefined && growth.percent <= MOST_PERCENT
}

export function isOfYear({ period }: Pick<Figure, 'period'>): boolean {
  return period.part === 'year'
}

/** How far two figures are apart, always positive; of percentages in points. */
export function apart(a: Figure, b: Figure): Phrase {
  const difference = magnitude(subtract(a.value, b.value))
  const sources = [a, b]
  if (!isQuotient(a))
    return {
      text: roundAmount({ value: difference, unit: a.unit }),
      numbers: [toNumber(difference)],
      sources,
    }
  // Uses the rounded values, so that readers get the same result.
  const places = Math.min(...sources.map(quotientDecimals))
  const rounded = sources.map(({ value }) => rational(toNumber(value, places).toFixed(places)))
  const [left = ONE, right = ONE] = rounded
  const points = magnitude(subtract(left, right))
  const text = writeDecimal(points, places)
  const number = { text, numbers: [toNumber(points, places)], sources }
  if (a.unit === 'days') return say`${number} days`
  return a.unit === 'percent' ? say`${number} percentage points` : number
}

interface Asked {
  readonly company: Company
  readonly metric: Metric
  /** True if the company's years are those of the calendar. */
  readonly isCalendar: boolean
}

/** Names a figure that no filing gives: "Larkspur: gross margin in fiscal 2023". */
export function nameMissing(asked: Asked, slots: readonly Slot[]): string {
  const { company, metric } = asked
  const step = slots[0]?.kind === 'fiscal' && slots[0].part !== 'year' ? 'quarter' : 'year'
  const runs = slots.reduce<Slot[][]>((all, slot) => {
    const run = all.at(-1)
    const before = JSON.stringify(previousSlot(slot, step))
    if (run && before === JSON.stringify(run.at(-1))) run.push(slot)
    else all.push([slot])
    return all
  }, [])
  const named = runs.flatMap(run => {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last || run.length < LEAST_IN_RUN) return run.map(one => nameTimeOf(one, asked))
    const end = nameTimeOf(last, asked).replace(/^(?:in|at the end of) /, '')
    return [`${nameTimeOf(first, asked)} to ${end}`]
  })
  return `${sayName(company)}: ${metric.name}${named.length > 0 ? ` ${joinAnd(named)}` : ''}`
}

/** Names a missing figure whose time cannot be resolved with the company's fiscal years. */
export function nameUnresolved(asked: Asked, times: AskedTimes): string {
  const { company, metric } = asked
  const [only, ...others] = times.kind === 'each' ? times.periods : []
  const when = only && others.length === 0 ? nameTimeOf(only, asked) : ''
  return `${sayName(company)}: ${metric.name}${when && ` ${when}`}`
}

export function nameTimeOf(asked: AskedPeriod | Slot, { metric, isCalendar }: Asked): string {
  const isMoment = metric.kind === 'balance'
  const at = isMoment ? 'at the end of' : 'in'
  switch (asked.kind) {
    case 'date':
      return `${isMoment ? 'as of' : 'to'} ${sayDate(asked.on)}`
    case 'mostly':
      return `${at} ${asked.year}`
    case 'calendar':
      return `${at} calendar ${asked.year}`
    case 'trailing':
      return 'in the 12 months to the latest report'
    case 'latest':
      return ''
    case 'fiscal':
      return `${at} ${namePeriod({ fiscalYear: asked.year, part: asked.part, end: '' }, isCalendar)}`
  }
}

/** "earned $97.0 billion", "lost $2.7 billion"; undefined for metrics without words of their own. */
export function deedOf(figure: Figure): Phrase | undefined {
  const { says, kind } = figure.metric
  const words = signOf(figure.value) < 0 ? says?.loss : says?.gain
  if (words === undefined) return undefined
  const [before = '', after = ''] = words.split('{}')
  const isNothing = signOf(figure.value) === 0 && kind === 'flow'
  const said = { ...amount(figure), ...(isNothing && { text: 'nothing' }) }
  return say`${before}${withoutSign(said)}${after}`
}

export function withoutSign(phrase: Phrase): Phrase {
  return { ...phrase, text: phrase.text.replace('−', '') }
}

/** "2019, 2020 and 2022", "2012 and 2015 to 2018". */
export function timesOf(figures: readonly Figure[]): Phrase {
  const runs = figures.reduce<Figure[][]>((all, one) => {
    const [run, before] = [all.at(-1), all.at(-1)?.at(-1)?.period]
    const isNext = before?.part === 'year' && before.fiscalYear === one.period.fiscalYear - 1
    if (run && isNext && isOfYear(one)) run.push(one)
    else all.push([one])
    return all
  }, [])
  const named = runs.flatMap(run => {
    const [first, last] = [run[0], run.at(-1)]
    return first && last && run.length >= LEAST_IN_RUN
      ? `${nameTime(first)} to ${nameTime(last)}`
      : run.map(nameTime)
  })
  return { ...list(named), numbers: figures.map(({ period }) => period.fiscalYear), sources: [] }
}

/** With the formula, or with those that differ between figures, the first time: "net margin (net income ÷ revenue)". */
export function nameMetric(figures: readonly Figure[], { told }: Voice): string {
  const [formula = '', ...others] = new Set(figures.map(formulaOf))
  const name = figures[0]?.metric.name ?? ''
  const all = [formula, ...others]
  const isNamed = all.includes('') || / as a share |^ratio of /.test(name)
  const full = `${name} (${all.join(' or ')}${others.length > 0 ? ', as filed' : ''})`
  const isKnown = isNamed || told.has(full)
  if (!isNamed) told.add(full)
  return isKnown ? name : full
}

function formulaOf(figure: Figure): string {
  const terms = isFormula(figure) ? (figure.terms ?? []) : []
  const said = terms.map(
    ({ sign, figure: one }, at) => `${at > 0 ? `${sign} ` : ''}${one.metric.name}`,
  )
  return said.join(' ') + (figure.unit === 'days' ? ' × days' : '')
}
