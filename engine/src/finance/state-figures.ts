import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { CitedFact, Place } from './cite-fact.ts'
import { shortName } from './company-names.ts'
import type { Figure } from './figure.ts'
import { joinAnd, sayFiled, sayWhen, type Voice } from './voice.ts'

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
export function stateFigure(figure: Figure, voice: Voice): Statement {
  const { metric, text, derivation } = figure
  const way = derivation === undefined ? '' : ` (${derivation})`
  const said = `${nameOwner(figure)} ${metric.name} ${sayWhen(figure, voice)} ${verbOf(figure)} ${text}${way}${sayFiled([figure], voice)}.`
  return stateFigures(said, [figure], voice)
}

/** Figures of one company and metric at several times. */
export function stateSeries(figures: readonly [Figure, ...Figure[]], voice: Voice): Statement {
  const [first] = figures
  const list = joinAnd(figures.map(one => sayWithPeriod(one, voice, figures)))
  const said = `${nameOwner(first)} ${nameMetric(figures)} ${verbOf(first)} ${list}${sayFiled(figures, voice)}.`
  return stateFigures(said, figures, voice)
}

/** "Apple's". */
export function nameOwner({ company }: Figure): string {
  const name = shortName(company)
  return name.endsWith('s') ? `${name}'` : `${name}'s`
}

export function verbOf({ metric }: Figure): string {
  return metric.isPlural ? 'were' : 'was'
}

/** How all of them were calculated, where that is the same: "net margin (net income ÷ revenue)". */
export function nameMetric(figures: readonly Figure[]): string {
  const formula = sharedFormula(figures)
  const { metric, operands = [] } = figures[0] ?? {}
  const name = metric?.name ?? ''
  const isSaid = operands.every(operand => name.includes(operand.metric.name))
  return formula === undefined || isSaid ? name : `${name} (${formula})`
}

/** "383,285 million USD in fiscal year 2023", with how it was calculated if its like have another way. */
export function sayWithPeriod(figure: Figure, voice: Voice, alike: readonly Figure[]): string {
  const { derivation, text } = figure
  const isTold = derivation === undefined || sharedFormula(alike) !== undefined
  return `${text}${isTold ? '' : ` (${derivation})`} ${sayWhen(figure, voice)}`
}

function sharedFormula([first, ...others]: readonly Figure[]): string | undefined {
  return others.every(({ formula }) => formula === first?.formula) ? first?.formula : undefined
}
