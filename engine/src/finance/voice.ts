import type { Ledger } from '../evidence/ledger.ts'
import type { Figure } from './figure.ts'
import { nameFiscal, sayDate, sayLength } from './say-period.ts'

/** Who tells one answer: what dates a period has and when a filing was filed is said once. */
export interface Voice {
  readonly ledger: Ledger
  readonly periods: Set<string>
  readonly filings: Set<string>
}

export function createVoice(ledger: Ledger): Voice {
  return { ledger, periods: new Set(), filings: new Set() }
}

const MOST_DATES = 4
const DATES = / \(to \d{1,2} \w+ \d{4}\)/g
const FILED = /, as filed (?:on|between) [^.;]*/

/** What a sentence says without the dates that only the first one has. */
export function withoutDates(text: string): string {
  return text.replace(DATES, '').replace(FILED, '')
}

/** "in fiscal year 2023 (to 30 September 2023)", and the next time without the date. */
export function sayWhen(figure: Figure, voice: Voice): string {
  const { period, isTrailing } = figure
  if (isMoment(figure)) return `as of ${sayDate(period.end)}`
  if (isTrailing) return `in the trailing ${sayLength(period)} to ${sayDate(period.end)}`
  const key = `${figure.company.cik} ${period.start} ${period.end}`
  const date = voice.periods.has(key) ? '' : ` (to ${sayDate(period.end)})`
  voice.periods.add(key)
  return `in ${nameFiscal(period)}${date}`
}

/** ", as filed on 3 November 2023", unless all of it was said before. */
export function sayFiled(figures: readonly Figure[], { filings }: Voice): string {
  const facts = figures.flatMap(figure => figure.facts).filter(({ filed }) => filed)
  if (facts.every(({ fact }) => filings.has(fact.url))) return ''
  for (const { fact } of facts) filings.add(fact.url)
  const dates = [...new Set(facts.map(({ fact }) => fact.filedOn))].sort()
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  if (dates.length > MOST_DATES) return `, as filed between ${sayDate(first)} and ${sayDate(last)}`
  return `, as filed on ${joinAnd(dates.map(sayDate))}`
}

/** When it was, without dates of what has a name: "fiscal year 2023", "30 September 2023". */
export function nameTime(figure: Figure): string {
  const { period, isTrailing } = figure
  if (isMoment(figure)) return sayDate(period.end)
  return isTrailing ? `12 months to ${sayDate(period.end)}` : nameFiscal(period)
}

export function isMoment({ metric, period }: Figure): boolean {
  return metric.kind === 'balance' || period.start === undefined
}

export function joinAnd(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
