import type { Evidence } from '../../evidence/ledger.ts'
import type { Statement } from '../../evidence/statement.ts'
import type { Figure } from '../figure.ts'
import { findJumps, jumpNumbers, sayJumps } from '../share-counts.ts'
import {
  joinAnd,
  nameMetric,
  nameOwner,
  sayFiled,
  sayWhen,
  sayWithPeriod,
  type Voice,
  verbOf,
} from './say.ts'

/** Makes a statement about figures, with all the evidence behind them. */
export function stateFigures(
  text: string,
  figures: readonly Figure[],
  { cite }: Pick<Voice, 'cite'>,
  computed: readonly number[] = [],
): Statement {
  const evidence = cite(figures.flatMap(figure => figure.facts.map(({ fact }) => fact)))
  const years = unquotedYears(
    figures.map(({ period }) => period.fiscalYear),
    evidence,
  )
  const pages = figures.flatMap(({ facts }) =>
    facts.flatMap(({ fact }) => fact.printed?.page ?? []),
  )
  const numbers = [...figures.flatMap(figure => figure.computed), ...computed, ...years, ...pages]
  return {
    text,
    evidence,
    isVerbatim: false,
    ...(numbers.length > 0 && { computed: [...new Set(numbers)] }),
  }
}

/** Lists fiscal years that no quote contains, so that the verifier accepts them. */
export function unquotedYears(years: readonly number[], evidence: readonly Evidence[]): number[] {
  const quoted = evidence.map(({ quote, passage }) => `${quote} ${passage.title}`).join(' ')
  return years.filter(year => !quoted.includes(String(year)))
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
  const jumps = findJumps(figures)
  const said = `${nameOwner(first)} ${nameMetric(figures)} ${verbOf(first)} ${list}${sayFiled(figures, voice)}${sayJumps(jumps)}.`
  return stateFigures(said, figures, voice, jumpNumbers(jumps))
}
