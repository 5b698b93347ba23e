import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { CitedFact, Place } from './cite-fact.ts'
import { shortName } from './company-names.ts'
import type { Figure } from './figure.ts'
import { nameFiscal, sayDate, sayLength, sayStretch } from './say-period.ts'

const MOST_DATES = 4

/** A sentence about figures, with all that they rest on. */
export function stateFigures(
  text: string,
  figures: readonly Figure[],
  { ledger, computed = [] }: { readonly ledger: Ledger; readonly computed?: readonly number[] },
): Statement {
  const facts = figures.flatMap(figure => figure.facts)
  const evidence = citeAll(facts, ledger)
  const quoted = evidence.map(({ quote, passage }) => `${quote} ${passage.title}`).join(' ')
  const years = figures
    .map(({ period }) => period.fiscalYear)
    .filter(year => !quoted.includes(String(year)))
  const numbers = [...figures.flatMap(figure => figure.computed), ...computed, ...years]
  return {
    text,
    evidence,
    isVerbatim: false,
    ...(numbers.length > 0 && { computed: [...new Set(numbers)] }),
  }
}

/** Where the facts stand, and where it stands who filed them and when. */
export function citeAll(facts: readonly CitedFact[], ledger: Ledger): Evidence[] {
  const enter = ({ passage, span }: Place) => ledger.enter(passage, span)
  const found = facts.flatMap(({ fact, place, filed, filer }) => {
    const title = place.passage.title.toLowerCase()
    const isNamed = title.includes(shortName(fact.company).toLowerCase())
    return [place, ...(filed ? [filed] : []), ...(filer && !isNamed ? [filer] : [])].map(enter)
  })
  return [...new Set(found)]
}

/** One figure in a sentence of its own. */
export function stateFigure(figure: Figure, ledger: Ledger): Statement {
  const { metric, text } = figure
  const verb = metric.isPlural ? 'were' : 'was'
  const said = `${nameOwner(figure)} ${metric.name} ${sayWhen(figure)} ${verb} ${text}${sayDerivation(figure)}${sayFiled([figure])}.`
  return stateFigures(said, [figure], { ledger })
}

/** Figures of one company and metric at several times. */
export function stateSeries(figures: readonly [Figure, ...Figure[]], ledger: Ledger): Statement {
  const [first] = figures
  const verb = first.metric.isPlural ? 'were' : 'was'
  const list = joinAnd(figures.map(sayWithPeriod))
  const said = `${nameOwner(first)} ${first.metric.name} ${verb} ${list}${sayFiled(figures)}.`
  return stateFigures(said, figures, { ledger })
}

/** "Apple's". */
export function nameOwner({ company }: Figure): string {
  const name = shortName(company)
  return name.endsWith('s') ? `${name}'` : `${name}'s`
}

/** With all that tells the time: "in fiscal year 2023, the 12 months to 30 September 2023,". */
export function sayWhen({ metric, period, isTrailing }: Figure): string {
  if (isMoment(metric, period)) return `as of ${sayDate(period.end)}`
  if (isTrailing) return `in the trailing ${sayLength(period)} to ${sayDate(period.end)}`
  return `in ${nameFiscal(period)}, ${sayStretch(period)},`
}

/** "383,285 million USD in fiscal year 2023 (12 months to 30 September 2023)". */
export function sayWithPeriod(figure: Figure): string {
  const { metric, period, isTrailing } = figure
  const value = `${figure.text}${sayDerivation(figure)}`
  if (isMoment(metric, period) || isTrailing) return `${value} ${sayWhen(figure)}`
  return `${value} in ${nameFiscal(period)} (${sayLength(period)} to ${sayDate(period.end)})`
}

/** ", as filed on 3 November 2023", as far as the documents say it. */
export function sayFiled(figures: readonly Figure[]): string {
  const facts = figures.flatMap(figure => figure.facts)
  const dates = [
    ...new Set(facts.flatMap(({ fact, filed }) => (filed ? [fact.filedOn] : []))),
  ].sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (dates.length > MOST_DATES) return `, as filed between ${sayDate(first)} and ${sayDate(last)}`
  return `, as filed on ${joinAnd(dates.map(sayDate))}`
}

export function joinAnd(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

function sayDerivation({ derivation }: Figure): string {
  return derivation === undefined ? '' : ` (${derivation})`
}

function isMoment(metric: Figure['metric'], period: Figure['period']): boolean {
  return metric.kind === 'balance' || period.start === undefined
}
