import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { FiscalPeriod } from '../search/company-fact.ts'
import type { CitedFact } from './cite-fact.ts'
import { shortName } from './company-names.ts'
import type { Reported } from './fact-book.ts'
import { type Figure, quotedFigure } from './figure.ts'
import { nameFiscal, sayDate } from './say-period.ts'
import { citeAll } from './state-figures.ts'
import { joinAnd } from './voice.ts'

const MOST_CONFLICTS = 12
const MOST_VALUES = 4
const MOST_AGREED = 3

/** Where filings give different values for what the figures rest on: all of them, oldest first. */
export function stateConflicts(figures: readonly Figure[], ledger: Ledger): Statement[] {
  return reportedIn(figures)
    .filter(({ differing }) => differing.length > 0)
    .slice(0, MOST_CONFLICTS)
    .map(reported => stateConflict(reported, ledger))
}

/** That filings agree on what the figures rest on; absent where no two of them give the same thing. */
export function stateAgreement(
  figures: readonly Figure[],
  { ledger, opening }: { readonly ledger: Ledger; readonly opening: string },
): Statement | undefined {
  const agreed = reportedIn(figures)
    .filter(({ differing, agreeing }) => differing.length === 0 && agreeing.length > 0)
    .sort((a, b) => (a.fact.period.end < b.fact.period.end ? -1 : 1))
    .slice(-MOST_AGREED)
  const [first] = agreed
  if (!first) return undefined
  const shown = agreed.flatMap(one => [...givenBy(one).slice(0, 1), ...givenBy(one).slice(-1)])
  const values = agreed.map(one => `${asFigure(one).text} ${sayWhen(one.fact.period)}`)
  const dates = [...new Set(shown.map(({ fact }) => fact.filedOn))].sort()
  const evidence = citeAll(shown, ledger)
  const quoted = quotedIn(evidence)
  return {
    text: `${opening} filings of ${shortName(first.fact.company)} that give ${labelOf(first)} agree: ${joinAnd(values)}, as filed on ${joinAnd(dates.map(sayDate))}.`,
    evidence,
    isVerbatim: false,
    computed: agreed.flatMap(one => [...asFigure(one).computed, ...yearIn(one, quoted)]),
  }
}

function reportedIn(figures: readonly Figure[]): Reported[] {
  const facts = new Map(figures.flatMap(({ facts }) => facts.map(one => [one.fact, one] as const)))
  return [...facts.values()]
}

/** All filings that give a value, in the order in which they were filed. */
function givenBy(reported: Reported): CitedFact[] {
  return [...reported.differing, ...reported.agreeing, reported].sort((a, b) =>
    a.fact.filedOn < b.fact.filedOn ? -1 : 1,
  )
}

/** Each value with the filing that gave it first. */
function stateConflict(reported: Reported, ledger: Ledger): Statement {
  const { fact } = reported
  const values = Map.groupBy(givenBy(reported), one => asFigure(one).text)
  const shown = [...values.values()].flatMap(same => same.slice(0, 1)).slice(-MOST_VALUES)
  const evidence = citeAll(shown, ledger)
  const quoted = quotedIn(evidence)
  return {
    text: `Filings of ${shortName(fact.company)} differ on ${labelOf(reported)} ${sayWhen(fact.period)}: ${joinAnd(shown.map(value => sayValue(value, quoted)))}.`,
    evidence,
    isVerbatim: false,
    computed: [...shown.flatMap(value => asFigure(value).computed), ...yearIn(reported, quoted)],
  }
}

function sayWhen({ start, end, ...named }: FiscalPeriod): string {
  const date = sayDate(end)
  return start === undefined ? `as of ${date}` : `in ${nameFiscal({ end, ...named })} (to ${date})`
}

function quotedIn(evidence: readonly Evidence[]): string {
  return evidence.map(({ quote, passage }) => `${quote} ${passage.title}`).join(' ')
}

/** The company's own year, where no quote has it. */
function yearIn({ fact }: Reported, quoted: string): number[] {
  return [fact.period.fiscalYear].filter(year => !quoted.includes(String(year)))
}

/** As the filing calls it; capitals inside a sentence would be taken for a name. */
function labelOf({ fact }: Reported): string {
  return fact.label.slice(0, 1).toLowerCase() + fact.label.slice(1)
}

function sayValue(value: CitedFact, quoted: string): string {
  const { fact, filed } = value
  const { text } = asFigure(value)
  const form = quoted.includes(fact.form) ? fact.form : 'report'
  return filed ? `${text} (${form} filed on ${sayDate(fact.filedOn)})` : text
}

function asFigure(value: CitedFact): Figure {
  return quotedFigure({ name: '', kind: 'flow' }, { ...value, differing: [], agreeing: [] })
}
