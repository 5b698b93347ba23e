import type { CompanyFact } from '../../search/company-fact.ts'
import type { CiteFacts } from '../cite-facts.ts'
import { sayName } from '../edgar/name-words.ts'
import type { Figure } from '../figure.ts'
import { nameFiscal, sayDate, sayLength } from '../period.ts'

const MOST_DATES = 4
const DATES = / \(to \d{1,2} \w+ \d{4}\)/g
const FILED = /, as filed (?:on|between) [^.;]*(?:; other values are standardised[^.;]*)?/
/** The state of one answer: the dates of a period and of a filing are given once. */
export interface Voice {
  readonly cite: CiteFacts
  readonly periods: Set<string>
  readonly filings: Set<string>
}

export function createVoice(cite: CiteFacts): Voice {
  return { cite, periods: new Set(), filings: new Set() }
}

/** Strips the dates that only the first of several sentences gives. */
export function withoutDates(text: string): string {
  return text.replace(DATES, '').replace(FILED, '')
}

/** "383,285 million USD for the 12 months to 30 September 2023". */
export function nameStretch({ text, period }: Figure): string {
  return `${text} for the ${sayLength(period)} to ${sayDate(period.end)}`
}

/** "in fiscal year 2023 (to 30 September 2023)", and the next time without the date. */
export function sayWhen(figure: Figure, voice: Voice): string {
  const { period, isTrailing } = figure
  // A printed statement does not give the day of every year.
  if (isPrinted(figure)) return `${isMoment(figure) ? 'at the end of' : 'in'} ${nameFiscal(period)}`
  if (isMoment(figure)) return `as of ${sayDate(period.end)}`
  if (isTrailing) return `in the trailing ${sayLength(period)} to ${sayDate(period.end)}`
  const key = `${figure.company.cik} ${period.start} ${period.end}`
  const date = voice.periods.has(key) ? '' : ` (to ${sayDate(period.end)})`
  voice.periods.add(key)
  return `in ${nameFiscal(period)}${date}`
}

/** ", as filed on 3 November 2023", unless all of it was said before. */
export function sayFiled(figures: readonly Figure[], { filings }: Voice): string {
  const facts = figures.flatMap(figure => figure.facts.map(({ fact }) => fact))
  if (facts.every(({ url }) => filings.has(url))) return ''
  for (const { url } of facts) filings.add(url)
  const printed = sayPrinted(facts)
  if (printed !== '') return printed
  const filed = facts.filter(({ form }) => form !== STANDARDISED)
  const dates = [...new Set(filed.map(({ filedOn }) => filedOn))].sort()
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  if (dates.length === 0) return `, ${UNTRACED}`
  const note = filed.length < facts.length ? `; other values are ${UNTRACED}` : ''
  if (dates.length > MOST_DATES)
    return `, as filed between ${sayDate(first)} and ${sayDate(last)}${note}`
  return `, as filed on ${joinAnd(dates.map(sayDate))}${note}`
}

/** ", on pages 35 and 38 of Acme — Form 10-K for fiscal year 2021". */
function sayPrinted(facts: readonly CompanyFact[]): string {
  const printed = facts.flatMap(fact => fact.printed ?? [])
  const byTitle = Map.groupBy(printed, ({ title }) => title)
  const places = [...byTitle].map(([title, own]) => {
    const pages = [...new Set(own.map(({ page }) => page))].sort((a, b) => a - b)
    return `page${pages.length > 1 ? 's' : ''} ${joinAnd(pages.map(String))} of ${title}`
  })
  return places.length > 0 ? `, on ${joinAnd(places)}` : ''
}

const STANDARDISED = 'standardised'
const UNTRACED = 'standardised from company facts and not traced to one filing'

/** The time without dates if it has a name: "fiscal year 2023", "30 September 2023". */
export function nameTime(figure: Figure): string {
  const { period, isTrailing } = figure
  if (isPrinted(figure)) return nameFiscal(period)
  if (isMoment(figure)) return sayDate(period.end)
  return isTrailing ? `12 months to ${sayDate(period.end)}` : nameFiscal(period)
}

function isPrinted({ facts }: Figure): boolean {
  return facts.some(({ fact }) => fact.printed)
}

export function isMoment({ metric, period }: Figure): boolean {
  return metric.kind === 'balance' || period.start === undefined
}

/** "Apple's". */
export function nameOwner({ company }: Pick<Figure, 'company'>): string {
  const name = sayName(company)
  return name.endsWith('s') ? `${name}'` : `${name}'s`
}

export function verbOf({ metric }: Figure): string {
  return metric.isPlural ? 'were' : 'was'
}

/** With the formula if all figures share one: "net margin (net income ÷ revenue)". */
export function nameMetric(figures: readonly Figure[]): string {
  const formula = sharedFormula(figures)
  const { metric, operands = [] } = figures[0] ?? {}
  const name = metric?.name ?? ''
  const isSaid = operands.every(operand => name.includes(operand.metric.name))
  return formula === undefined || isSaid ? name : `${name} (${formula})`
}

/** "383,285 million USD in fiscal year 2023", with its derivation if the others have another formula. */
export function sayWithPeriod(figure: Figure, voice: Voice, alike: readonly Figure[]): string {
  const { derivation, text } = figure
  const isTold = derivation === undefined || sharedFormula(alike) !== undefined
  return `${text}${isTold ? '' : ` (${derivation})`} ${sayWhen(figure, voice)}`
}

function sharedFormula([first, ...others]: readonly Figure[]): string | undefined {
  return others.every(({ formula }) => formula === first?.formula) ? first?.formula : undefined
}

export function joinAnd(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
