import type { Effort } from '../budgets.ts'
import type { Background } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { answerRanking } from './answer-ranking.ts'
import { createCitations, type ReadAt } from './cite-facts.ts'
import { stateDefinitions } from './define-metrics.ts'
import { sayName } from './edgar/name-words.ts'
import { createFactBook, type FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure, type Slot } from './find-figure.ts'
import type { LocalFacts } from './local-facts.ts'
import { allFigures } from './look-up-figures.ts'
import { isQuotient, METRICS, type Metric } from './metrics.ts'
import { capital, createVoice, type Voice } from './statements/say.ts'
import { stateAnnualRate, stateChange } from './statements/state-change.ts'
import { stateFigure, stateSeries } from './statements/state-figures.ts'
import { tabulateFigures } from './statements/tabulate-figures.ts'

interface DescribeOptions {
  readonly book: FactBook
  readonly ledger: Ledger
  readonly readAt: ReadAt
  readonly effort: Effort
  readonly peers?: LocalFacts['peers']
}

/** How many pairs of company and metric are described. */
const MOST_PAIRS = 4
/** How many years back each effort looks. */
const YEARS: Readonly<Record<Effort, number>> = {
  lite: 0,
  standard: 3,
  deep: 6,
  exhaustive: 12,
  frontier: 12,
}
const MOST_LISTED = 6
/** The figures that an overview has. */
const KEY = new Set([
  ...['revenue', 'operating-income', 'net-income', 'eps-diluted', 'operating-cash-flow'],
  ...['free-cash-flow', 'total-assets', 'equity', 'net-margin', 'return-on-equity'],
])
const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const

/** Adds background to an answer: earlier years, definitions and parts, quarters, peers. */
export function describeFigures(
  figures: readonly Figure[],
  options: DescribeOptions,
): readonly Background[] {
  const { book, effort } = options
  if (effort === 'lite') return []
  const pairs = new Map(
    figures.flatMap(figure => {
      const metric = METRICS.find(({ name }) => name === figure.metric.name)
      return metric ? [[`${figure.company.cik} ${metric.id}`, { figure, metric }] as const] : []
    }),
  )
  const shown = [...pairs.values()].slice(0, MOST_PAIRS)
  const voice = createVoice(createCitations(options.ledger, options.readAt).cite)
  const isDeep = effort !== 'standard'
  const isWide = isDeep && effort !== 'deep'
  return [
    ...shown.flatMap(({ figure, metric }) => {
      // An answer with several years already shows the history.
      const told = figures.filter(
        one => one.company.cik === figure.company.cik && one.metric.name === metric.name,
      )
      if (told.length > 2 && !isWide) return []
      return history(figure, metric, { ...options, voice })
    }),
    ...(isDeep ? definitions(shown, { book, voice }) : []),
    ...(isWide ? shown.flatMap(({ figure, metric }) => quarters(figure, metric, options)) : []),
    ...(isWide ? distinctTexts(shown.flatMap((one, at) => peersOf(one, options, at))) : []),
    ...(isWide ? keyFigures(figures, options) : []),
  ]
}

/** Companies of one sector have the same peers. */
function distinctTexts(all: readonly Background[]): Background[] {
  return [...new Map(all.map(one => [one.statements[0]?.text, one])).values()]
}

function history(
  { company, period: { end } }: Figure,
  metric: Metric,
  { book, effort, voice }: DescribeOptions & { readonly voice: Voice },
): Background[] {
  const years = allFigures(book, company, metric)
    .filter(({ period }) => period.part === 'year' && (effort !== 'standard' || period.end <= end))
    .slice(-YEARS[effort])
  const [first, ...others] = years
  const last = years.at(-1)
  if (!first || !last || others.length === 0) return []
  const recent = years.slice(-MOST_LISTED) as [Figure, ...Figure[]]
  const table = tabulateFigures(years, voice.cite)
  const statements = effort === 'standard' ? [] : [stateSeries(recent, voice)]
  statements.push(stateChange(first, last, { voice }))
  const isRated = others.length > 1 && effort !== 'standard' && !isQuotient(metric)
  const rate = isRated && stateAnnualRate(first, last, { voice })
  if (rate) statements.push(rate)
  const heading = `${sayName(company)}: ${metric.name} by year`
  return [{ heading, statements, ...(table && { table }) }]
}

/** Definitions of the metrics and of their parts, with the parts' figures. */
function definitions(
  shown: readonly { readonly figure: Figure; readonly metric: Metric }[],
  { book, voice }: { readonly book: FactBook; readonly voice: Voice },
): Background[] {
  const parts = shown.flatMap(({ figure: { company, period, operands = [] } }) =>
    operands.flatMap(operand => {
      const metric = METRICS.find(({ name }) => name === operand.metric.name)
      const slot = { kind: 'fiscal', year: period.fiscalYear, part: period.part } as const
      const figure = metric && findFigure(book, { company, metric, slot })
      return metric && figure ? [{ metric, figure }] : []
    }),
  )
  const metrics = [...new Set([...shown, ...parts].map(({ metric }) => metric))]
  const statements: Statement[] = [
    ...stateDefinitions(metrics, voice.cite),
    ...parts.map(({ figure }) => stateFigure(figure, voice)),
  ]
  return [{ heading: 'Definitions and parts', statements }]
}

function quarters(
  { company, period }: Figure,
  metric: Metric,
  { book, ledger, readAt }: DescribeOptions,
): Background[] {
  if (metric.kind === 'balance') return []
  const voice = createVoice(createCitations(ledger, readAt).cite)
  const found = [period.fiscalYear - 1, period.fiscalYear].flatMap(year =>
    QUARTERS.flatMap(
      part => findFigure(book, { company, metric, slot: { kind: 'fiscal', year, part } }) ?? [],
    ),
  )
  const table = tabulateFigures(found, voice.cite)
  if (!table) return []
  return [{ heading: `${sayName(company)}: ${metric.name} by quarter`, statements: [], table }]
}

/** Adds the companies' other figures of the same time; at the highest effort all, and the latest twelve months. */
function keyFigures(
  figures: readonly Figure[],
  { book, effort, ledger, readAt }: DescribeOptions,
): Background[] {
  const voice = createVoice(createCitations(ledger, readAt).cite)
  const isAll = effort === 'frontier'
  const metrics = METRICS.filter(({ id }) => isAll || KEY.has(id))
  const latest = new Map(figures.map(figure => [figure.company.cik, figure]))
  return [...latest.values()].slice(0, MOST_PAIRS).flatMap(({ company, period }) => {
    const { fiscalYear, part } = period
    const slots: Slot[] = [
      { kind: 'fiscal', year: fiscalYear - 1, part },
      { kind: 'fiscal', year: fiscalYear, part },
    ]
    const trailing12 = isAll ? [{ kind: 'trailing' } as const] : []
    const found = metrics.flatMap(metric =>
      [...slots, ...(metric.kind === 'flow' ? trailing12 : [])].flatMap(
        slot => findFigure(book, { company, metric, slot }) ?? [],
      ),
    )
    const trailing = found.filter(({ isTrailing }) => isTrailing)
    const end = trailing.reduce(
      (last, figure) => (figure.period.end > last ? figure.period.end : last),
      '',
    )
    const tables = [
      found.filter(({ isTrailing }) => !isTrailing),
      trailing.filter(figure => figure.period.end === end),
    ]
    return tables.flatMap((own, at) => {
      const table = tabulateFigures(own, voice.cite)
      const name = at === 0 ? 'key figures' : 'latest twelve months'
      return table ? [{ heading: `${sayName(company)}: ${name}`, statements: [], table }] : []
    })
  })
}

/** Ranks a company within its sector. */
function peersOf(
  { figure, metric }: { readonly figure: Figure; readonly metric: Metric },
  { ledger, peers }: DescribeOptions,
  at: number,
): Background[] {
  const found = peers?.(figure.company, { metric, year: figure.period.fiscalYear, at })
  if (!found?.ranking) return []
  const { cite, canCite } = createCitations(ledger, found.readAt)
  const book = createFactBook(found.facts, { canCite })
  const { statements, table } = answerRanking(book, found.ranking, {
    voice: createVoice(cite),
    question: '',
  })
  const heading = `${capital(metric.name)} of ${found.ranking.scope}`
  return statements.length > 0 ? [{ heading, statements, ...(table && { table }) }] : []
}
