import type { Effort } from '../budgets.ts'
import type { Background } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { ComparisonTable } from '../evidence/statement.ts'
import { capital } from '../text/say.ts'
import { answerRanking } from './answer-ranking.ts'
import { checkFigures } from './check-figures.ts'
import { createCitations, type ReadAt } from './cite-facts.ts'
import { sayName } from './companies/company-names.ts'
import { stateDefinitions } from './define-metrics.ts'
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

interface DescribeOptions extends Pick<LocalFacts, 'peers' | 'checks'> {
  readonly book: FactBook
  readonly ledger: Ledger
  readonly readAt: ReadAt
  readonly effort: Effort
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
    pairsOf(figures).map(pair => [`${pair.figure.company.cik} ${pair.metric.id}`, pair]),
  )
  const shown = [...pairs.values()].slice(0, MOST_PAIRS)
  const companies = new Map(figures.map(figure => [figure.company.cik, figure]))
  const latest = [...companies.values()].slice(0, MOST_PAIRS)
  const isDeep = effort !== 'standard'
  const isWide = isDeep && effort !== 'deep'
  // An answer with several years already shows the history.
  const isNew = ({ figure: { company, metric } }: Pair) =>
    figures.filter(one => one.company === company && one.metric.name === metric.name).length <= 2
  const found = [
    ...shown.filter(pair => isWide || isNew(pair)).map(pair => history(pair, options)),
    ...(isDeep ? [definitions(shown, options)] : []),
    ...(isWide ? shown.map(pair => quarters(pair, options)) : []),
    ...(isWide ? shown.map((pair, at) => peersOf(pair, options, at)) : []),
    ...(isWide ? latest.flatMap(figure => keyFigures(figure, options)) : []),
    ...(effort === 'frontier' ? latest.map(figure => checksOf(figure, options)) : []),
  ].filter(one => one !== undefined)
  return [...new Map(found.map(one => [one.heading, one])).values()]
}

function pairsOf(figures: readonly Figure[]): Pair[] {
  return figures.flatMap(figure => {
    const metric = METRICS.find(({ name }) => name === figure.metric.name)
    return metric ? [{ figure, metric }] : []
  })
}

function voiceOf({ ledger, readAt }: DescribeOptions) {
  return createVoice(createCitations(ledger, readAt).cite)
}

function tableOnly(heading: string, table: ComparisonTable | undefined): Background | undefined {
  return table && { heading, statements: [], table }
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
  const isRated = isDeep && others.length > 1 && !isQuotient(first)
  const rate = isRated ? stateAnnualRate(first, last, voice) : undefined
  const statements = [rate ?? stateSeries([first, ...others], voice)]
  const table = tabulateFigures([first, ...others], voice.cite, { withInputs: false })
  const heading = `${sayName(company)}: ${metric.name} by year`
  return { heading, statements, ...(table && { table }) }
}

/** Definitions of the metrics and of their parts, with the parts' figures. */
function definitions(shown: readonly Pair[], options: DescribeOptions): Background {
  const voice = voiceOf(options)
  const parts = pairsOf(shown.flatMap(one => (one.figure.terms ?? []).map(({ figure }) => figure)))
  const metrics = [...new Set([...shown, ...parts].map(({ metric }) => metric))]
  return {
    heading: `How the figures are defined${parts.length > 0 ? ' and made up' : ''}`,
    statements: [
      ...stateDefinitions(metrics, voice.cite),
      ...parts.map(({ figure }) => stateFigure(figure, voice)),
    ],
  }
}

function quarters({ figure, metric }: Pair, options: DescribeOptions): Background | undefined {
  const { company, period } = figure
  const slots = [period.fiscalYear - 1, period.fiscalYear].flatMap(year =>
    QUARTERS.map(part => ({ kind: 'fiscal', year, part }) as const),
  )
  const found = slots.flatMap(slot => findFigure(options.book, { company, metric, slot }) ?? [])
  if (metric.kind === 'balance' || found.length < 2) return undefined
  const table = tabulateFigures(found, voiceOf(options).cite, { withInputs: false })
  return tableOnly(`${sayName(company)}: ${metric.name} by quarter`, table)
}

/** The company's other figures of the same time; at the highest effort all, and the latest twelve months. */
function keyFigures({ company, period }: Figure, options: DescribeOptions) {
  const { book, effort } = options
  const { fiscalYear: year, part } = period
  const isAll = effort === 'frontier'
  const metrics = METRICS.filter(({ id }) => isAll || KEY.has(id))
  const find = (slots: readonly Slot[], wanted = metrics) =>
    wanted.flatMap(metric =>
      slots.flatMap(slot => findFigure(book, { company, metric, slot }) ?? []),
    )
  const own = find([year - 1, year].map(one => ({ kind: 'fiscal', year: one, part })))
  const flows = isAll ? metrics.filter(({ kind }) => kind === 'flow') : []
  const trailing = find([{ kind: 'trailing' }], flows)
  const ends = trailing.map(one => one.period.end).sort()
  const latest = trailing.filter(one => one.period.end === ends.at(-1))
  const tabulate = (name: string, shown: readonly Figure[]) => {
    const table = shown.length > 1 ? tabulateFigures(shown, voiceOf(options).cite) : undefined
    return tableOnly(`${sayName(company)}: ${name}`, table)
  }
  return [tabulate('key figures', own), tabulate('latest twelve months', latest)]
}

/** Checks the key figures of the latest years that are shown. */
function checksOf({ company, period }: Figure, options: DescribeOptions): Background | undefined {
  const first = period.fiscalYear - CHECKED_YEARS + 1
  const shown = METRICS.filter(({ id, formulas }) => KEY.has(id) && formulas.length === 0)
    .flatMap(metric => allFigures(options.book, company, metric))
    .filter(one => one.period.fiscalYear >= first)
  return checkFigures(company, shown, options)
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
  const asked = { voice: createVoice(cite), question: '' }
  const { statements, table } = answerRanking(book, found.ranking, asked)
  const heading = `${capital(metric.name)} of ${found.ranking.scope}`
  return statements.length > 0 ? { heading, statements, ...(table && { table }) } : undefined
}
