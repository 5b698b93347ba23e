import type { Effort } from '../budgets.ts'
import type { Background } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import { capital } from '../text/say.ts'
import { answerRanking } from './answer-ranking.ts'
import { checkFigures } from './check-figures.ts'
import { createCitations, type ReadAt } from './cite-facts.ts'
import { stateDefinitions } from './define-metrics.ts'
import { sayName } from './edgar/name-words.ts'
import { createFactBook, type FactBook } from './fact-book.ts'
import { type Figure, isQuotient } from './figure.ts'
import { findFigure } from './find-figure.ts'
import type { LocalFacts } from './local-facts.ts'
import { allFigures } from './look-up.ts'
import { METRICS, type Metric } from './metrics.ts'
import type { Slot } from './slots.ts'
import { createVoice } from './statements/say.ts'
import { stateAnnualRate, stateFigure, stateSeries } from './statements/state-figures.ts'
import { tabulateFigures } from './statements/tabulate-figures.ts'

interface DescribeOptions {
  readonly book: FactBook
  readonly ledger: Ledger
  readonly readAt: ReadAt
  readonly effort: Effort
  readonly peers?: LocalFacts['peers']
  readonly checks?: LocalFacts['checks']
}

interface Pair {
  readonly figure: Figure
  readonly metric: Metric
}

/** How many pairs of company and metric are described. */
const MOST_PAIRS = 4
/** How many years back each effort looks. */
const YEARS: Readonly<Record<Effort, number>> = {
  ...{ lite: 0, standard: 3, deep: 6, exhaustive: 12, frontier: 12 },
}
/** The figures that an overview has. */
const KEY = new Set([
  ...['revenue', 'operating-income', 'net-income', 'eps-diluted', 'operating-cash-flow'],
  ...['free-cash-flow', 'total-assets', 'equity', 'net-margin', 'return-on-equity'],
])
const CHECKED_YEARS = 5
const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const

/** Adds background to an answer: earlier years, definitions and parts, quarters, peers. */
export function describeFigures(
  figures: readonly Figure[],
  options: DescribeOptions,
): readonly Background[] {
  const { effort } = options
  if (effort === 'lite') return []
  const pairs = new Map(
    figures.flatMap(figure => {
      const metric = METRICS.find(({ name }) => name === figure.metric.name)
      return metric ? [[`${figure.company.cik} ${metric.id}`, { figure, metric }] as const] : []
    }),
  )
  const shown = [...pairs.values()].slice(0, MOST_PAIRS)
  const isDeep = effort !== 'standard'
  const isWide = isDeep && effort !== 'deep'
  // An answer with several years already shows the history.
  const isNew = ({ figure, metric }: Pair) =>
    figures.filter(one => one.company === figure.company && one.metric.name === metric.name)
      .length <= 2
  const found = [
    ...shown.filter(pair => isWide || isNew(pair)).map(pair => history(pair, options)),
    ...(isDeep ? [definitions(shown, options)] : []),
    ...(isWide ? shown.map(pair => quarters(pair, options)) : []),
    ...(isWide ? shown.map((pair, at) => peersOf(pair, options, at)) : []),
    ...(isWide ? keyFigures(figures, options) : []),
    ...(effort === 'frontier' ? checksOf(figures, options) : []),
  ].filter(one => one !== undefined)
  return [...new Map(found.map(one => [one.heading, one])).values()]
}

function voiceOf({ ledger, readAt }: Pick<DescribeOptions, 'ledger' | 'readAt'>) {
  return createVoice(createCitations(ledger, readAt).cite)
}

function history({ figure, metric }: Pair, options: DescribeOptions): Background | undefined {
  const { book, effort } = options
  const { company, period } = figure
  const voice = voiceOf(options)
  const isDeep = effort !== 'standard'
  const [first, ...others] = allFigures(book, company, metric)
    .filter(one => one.period.part === 'year' && (isDeep || one.period.end <= period.end))
    .slice(-YEARS[effort])
  const last = others.at(-1)
  if (!first || !last) return undefined
  const rate =
    isDeep && others.length > 1 && !isQuotient(first)
      ? stateAnnualRate(first, last, voice)
      : undefined
  const statements = [rate ?? stateSeries([first, ...others], voice)]
  const table = tabulateFigures([first, ...others], voice.cite, { withInputs: false })
  const heading = `${sayName(company)}: ${metric.name} by year`
  return { heading, statements, ...(table && { table }) }
}

/** Definitions of the metrics and of their parts, with the parts' figures. */
function definitions(shown: readonly Pair[], options: DescribeOptions): Background {
  const voice = voiceOf(options)
  const parts = shown.flatMap(({ figure: { terms = [] } }) =>
    terms.flatMap(({ figure }) => {
      const metric = METRICS.find(({ name }) => name === figure.metric.name)
      return metric ? [{ metric, figure }] : []
    }),
  )
  const metrics = [...new Set([...shown, ...parts].map(({ metric }) => metric))]
  return {
    heading:
      parts.length > 0 ? 'How the figures are defined and made up' : 'How the figures are defined',
    statements: [
      ...stateDefinitions(metrics, voice.cite),
      ...parts.map(({ figure }) => stateFigure(figure, voice)),
    ],
  }
}

function quarters({ figure, metric }: Pair, options: DescribeOptions): Background | undefined {
  if (metric.kind === 'balance') return undefined
  const { company, period } = figure
  const found = [period.fiscalYear - 1, period.fiscalYear].flatMap(year =>
    QUARTERS.flatMap(
      part =>
        findFigure(options.book, { company, metric, slot: { kind: 'fiscal', year, part } }) ?? [],
    ),
  )
  const table = tabulateFigures(found, voiceOf(options).cite, { withInputs: false })
  const heading = `${sayName(company)}: ${metric.name} by quarter`
  return found.length > 1 && table ? { heading, statements: [], table } : undefined
}

/** Adds the companies' other figures of the same time; at the highest effort all, and the latest twelve months. */
function keyFigures(figures: readonly Figure[], options: DescribeOptions): Background[] {
  const { book, effort } = options
  const { cite } = voiceOf(options)
  const isAll = effort === 'frontier'
  const metrics = METRICS.filter(({ id }) => isAll || KEY.has(id))
  const latest = new Map(figures.map(figure => [figure.company.cik, figure]))
  return [...latest.values()].slice(0, MOST_PAIRS).flatMap(({ company, period }) => {
    const { fiscalYear, part } = period
    const find = (slots: readonly Slot[], wanted = metrics) =>
      wanted.flatMap(metric =>
        slots.flatMap(slot => findFigure(book, { company, metric, slot }) ?? []),
      )
    const own = find([
      { kind: 'fiscal', year: fiscalYear - 1, part },
      { kind: 'fiscal', year: fiscalYear, part },
    ])
    const flows = isAll ? metrics.filter(({ kind }) => kind === 'flow') : []
    const trailing = find([{ kind: 'trailing' }], flows)
    const end = trailing
      .map(one => one.period.end)
      .sort()
      .at(-1)
    const tables = [
      ['key figures', own],
      ['latest twelve months', trailing.filter(one => one.period.end === end)],
    ] as const
    return tables.flatMap(([name, shown]) => {
      const table = shown.length > 1 ? tabulateFigures(shown, cite) : undefined
      return table ? [{ heading: `${sayName(company)}: ${name}`, statements: [], table }] : []
    })
  })
}

/** Checks the key figures of the latest years that are shown. */
function checksOf(
  figures: readonly Figure[],
  options: DescribeOptions,
): (Background | undefined)[] {
  const latest = new Map(figures.map(figure => [figure.company.cik, figure]))
  return [...latest.values()].slice(0, MOST_PAIRS).map(({ company, period }) => {
    const own = METRICS.filter(({ id, formulas }) => KEY.has(id) && formulas.length === 0)
    const shown = own
      .flatMap(metric => allFigures(options.book, company, metric))
      .filter(({ period: { fiscalYear } }) => fiscalYear > period.fiscalYear - CHECKED_YEARS)
    return checkFigures(company, shown, options)
  })
}

/** Ranks a company within its sector. */
function peersOf(
  { figure, metric }: Pair,
  { ledger, peers }: DescribeOptions,
  at: number,
): Background | undefined {
  const found = peers?.(figure.company, { metric, year: figure.period.fiscalYear, at })
  if (!found?.ranking) return undefined
  const { cite, canCite } = createCitations(ledger, found.readAt)
  const book = createFactBook(found.facts, { canCite })
  const voice = createVoice(cite)
  const { statements, table } = answerRanking(book, found.ranking, { voice, question: '' })
  const heading = `${capital(metric.name)} of ${found.ranking.scope}`
  return statements.length > 0 ? { heading, statements, ...(table && { table }) } : undefined
}
