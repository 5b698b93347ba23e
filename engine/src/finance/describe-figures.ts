import type { Effort } from '../budgets.ts'
import type { Background } from '../evidence/finding.ts'
import type { ComparisonTable } from '../evidence/statement.ts'
import type { Company } from '../search/company-fact.ts'
import { capital, say } from '../text/say.ts'
import { answerRanking } from './answer-ranking.ts'
import type { CiteFacts } from './cite-facts.ts'
import { sayName } from './companies/company-names.ts'
import { toNumber } from './decimal.ts'
import { stateDefinitions } from './define-metrics.ts'
import { createFactBook, type FactBook, isSameValue } from './fact-book.ts'
import { type Figure, isMoment, isQuotient, quotedFigure, sayJumps, saySplits } from './figure.ts'
import { findFigure } from './find-figure.ts'
import type { LocalFacts } from './local-facts.ts'
import { allFigures } from './look-up.ts'
import { METRICS, type Metric } from './metrics.ts'
import { namePeriod } from './period.ts'
import type { Slot } from './slots.ts'
import { createVoice, growthOf, nameTime, state } from './statements/say.ts'
import type { Figures } from './statements/state-figures.ts'
import { cellOf, sayEnd, tabulateFigures } from './statements/tabulate-figures.ts'
import { exactAmount, tableAmount } from './write-amount.ts'

interface DescribeOptions extends Pick<LocalFacts, 'peers' | 'checks'> {
  readonly book: FactBook
  readonly cite: CiteFacts
  readonly effort: Effort
}

interface Pair {
  readonly figure: Figure
  readonly metric: Metric
}

/** The pairs of one metric, one for each company. */
type Group = readonly [Pair, ...Pair[]]

const MOST_METRICS = 6
const MOST_COMPANIES = 6
/** How many years back each effort looks, and for how many it shows the key figures. */
const YEARS: Readonly<Record<Effort, number>> = {
  ...{ lite: 0, standard: 3, deep: 6, exhaustive: 12, frontier: 12 },
}
const KEY_YEARS: Readonly<Record<Effort, number>> = {
  ...{ lite: 0, standard: 0, deep: 0, exhaustive: 5, frontier: 5 },
}
/** The figures that an overview has. */
const KEY = new Set([
  ...['revenue', 'gross-margin', 'operating-income', 'operating-margin', 'net-income'],
  ...['net-margin', 'eps-diluted', 'operating-cash-flow', 'free-cash-flow', 'total-assets'],
  ...['cash', 'total-debt', 'equity', 'return-on-equity'],
])
const CHECKED_YEARS = 5
const STANDARDISED =
  'Some of these figures come from a data set that takes them from the filings and does not say from which.'
const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const

/** Adds background to an answer: earlier years, key figures, quarters, peers, checks, definitions. */
export function describeFigures(
  figures: readonly Figure[],
  options: DescribeOptions,
): readonly Background[] {
  const { effort } = options
  if (effort === 'lite') return []
  const groups = metricsOf(figures)
  const latest = latestOf(figures)
  const isDeep = effort !== 'standard'
  const isWide = isDeep && effort !== 'deep'
  const found = [
    ...histories(
      groups.filter(group => isNew(group, figures)),
      options,
    ),
    ...(isWide ? latest.flatMap(figure => keyFigures(figure, options)) : []),
    ...(isWide ? groups.map(group => quarters(group, options)) : []),
    ...(isWide ? groups.flat().map(pair => peersOf(pair, options)) : []),
    ...(effort === 'frontier' ? latest.map(figure => checksOf(figure, options)) : []),
    definitions(isDeep ? groups.flat() : [], figures, options),
  ].filter(one => one !== undefined)
  return [...new Map(found.map(one => [one.heading, one])).values()]
}

/** An answer with several times already shows the history. */
function isNew([{ metric }]: Group, figures: readonly Figure[]): boolean {
  const own = figures.filter(one => one.metric.name === metric.name)
  return [...Map.groupBy(own, ({ company }) => company.cik).values()].every(
    ({ length }) => length <= 2,
  )
}

function metricsOf(figures: readonly Figure[]): Group[] {
  const groups = Map.groupBy(pairsOf(figures), ({ metric }) => metric)
  return [...groups.values()].slice(0, MOST_METRICS).flatMap(own => {
    const [first, ...others] = new Map(own.map(pair => [pair.figure.company.cik, pair])).values()
    return first ? [[first, ...others.slice(0, MOST_COMPANIES - 1)] as const] : []
  })
}

/** The newest figure of each company, of a whole year if there is one. */
function latestOf(figures: readonly Figure[]): Figure[] {
  const isYear = ({ period }: Figure) => Number(period.part === 'year')
  return [...Map.groupBy(figures, ({ company }) => company.cik).values()]
    .slice(0, MOST_COMPANIES)
    .flatMap(own =>
      own
        .toSorted((a, b) => isYear(b) - isYear(a) || b.period.end.localeCompare(a.period.end))
        .slice(0, 1),
    )
}

/** The last annual figures; none if there are none. */
function yearsOf({ figure, metric }: Pair, book: FactBook, count: number): Figures[] {
  const [first, ...others] = allFigures(book, figure.company, metric)
    .filter(({ period }) => period.part === 'year')
    .slice(-count)
  return first ? [[first, ...others]] : []
}

function pairsOf(figures: readonly Figure[]): Pair[] {
  return figures.flatMap(figure => {
    const metric = METRICS.find(({ name }) => name === figure.metric.name)
    return metric ? [{ figure, metric }] : []
  })
}

function tableOnly(heading: string, table: ComparisonTable | undefined): Background | undefined {
  return table && { heading, statements: [], table }
}

/** Earlier years: those of one company in one table, those of several in one for each metric. */
function histories(groups: readonly Group[], { book, cite, effort }: DescribeOptions) {
  const seriesOf = (group: Group) =>
    group.flatMap(pair => yearsOf(pair, book, YEARS[effort])).filter(({ length }) => length > 1)
  const companies = new Map(groups.flat().map(({ figure }) => [figure.company.cik, figure.company]))
  const [company, ...others] = companies.values()
  if (company && others.length === 0 && groups.length > 1) {
    const all = groups.flatMap(seriesOf).flat()
    const table = all.length > 0 ? tabulateFigures(all, cite, { withInputs: false }) : undefined
    return [tableOnly(`${sayName(company)} by year`, table)]
  }
  return groups.map(group => {
    const series = seriesOf(group)
    const [only, ...more] = series
    if (!only) return undefined
    const table =
      more.length === 0 && !isQuotient(only[0])
        ? tableOfYears(only, cite)
        : tabulateFigures(series.flat(), cite, { withInputs: false })
    return tableOnly(`${headed(group)} by year`, table)
  })
}

/** "Nvidia: revenue", or "Revenue" for several companies. */
function headed([{ figure, metric }, ...others]: Group): string {
  return others.length > 0 ? capital(metric.name) : `${sayName(figure.company)}: ${metric.name}`
}

/** A row for each year, with the change from the year before. */
function tableOfYears(years: readonly Figure[], cite: CiteFacts): ComparisonTable {
  const rows = years.map((figure, at) => {
    const before = years[at - 1]
    const growth = before && growthOf(before, figure)
    const change = growth && {
      ...cellOf(figure, `${growth.percent < 0 ? '−' : '+'}${growth.size.text}`, cite),
      computed: [growth.percent],
    }
    const label = `${capital(namePeriod(figure.period))} (${sayEnd(figure)})`
    return { label, cells: [cellOf(figure, tableAmount(figure), cite), change] }
  })
  const name = capital(years[0]?.metric.name ?? '')
  return { columns: ['', `${name}${saySplits(years)}${sayJumps(years)}`, 'Change'], rows }
}

/** Definitions of the metrics and of their parts, and a note on figures that are in no single filing. */
function definitions(
  shown: readonly Pair[],
  figures: readonly Figure[],
  { cite }: DescribeOptions,
): Background {
  const parts = pairsOf(shown.flatMap(one => (one.figure.terms ?? []).map(({ figure }) => figure)))
  const metrics = [...new Set([...shown, ...parts].map(({ metric }) => metric))]
  return {
    heading: 'How the figures are defined',
    statements: stateDefinitions(metrics, cite),
    notes: figures.some(isStandardised) ? [STANDARDISED] : [],
  }
}

function isStandardised({ facts }: Figure): boolean {
  return facts.some(({ fact }) => fact.form === 'standardised')
}

function quarters(group: Group, { book, cite }: DescribeOptions): Background | undefined {
  const found = group.flatMap(({ figure: { company }, metric }) => {
    const last = book.latestYear(company)
    const slots = [last - 1, last, last + 1].flatMap(year =>
      QUARTERS.map(part => ({ kind: 'fiscal', year, part }) as const),
    )
    return slots.flatMap(slot => findFigure(book, { company, metric, slot }) ?? [])
  })
  if (group[0].metric.kind === 'balance' || found.length < 2) return undefined
  const table = tabulateFigures(found, cite, { withInputs: false })
  return tableOnly(`${headed(group)} by quarter`, table)
}

/** The company's other figures of the same years; at the highest effort all, and the latest twelve months. */
function keyFigures({ company, period }: Figure, options: DescribeOptions) {
  const { book, cite, effort } = options
  const year = period.part === 'year' ? period.fiscalYear : book.latestYear(company)
  const isAll = effort === 'frontier'
  const metrics = METRICS.filter(({ id }) => isAll || KEY.has(id))
  const find = (slots: readonly Slot[], wanted: readonly Metric[]) =>
    wanted.flatMap(metric =>
      slots.flatMap(slot => findFigure(book, { company, metric, slot }) ?? []),
    )
  const slots = Array.from({ length: KEY_YEARS[effort] }, (_, at) => ({
    ...({ kind: 'fiscal', part: 'year', year: year - KEY_YEARS[effort] + 1 + at } as const),
  }))
  const isReported = (metric: Metric) => find(slots.slice(-1), [metric]).length > 0
  const own = find(slots, metrics.filter(isReported))
  const flows = isAll ? metrics.filter(({ kind }) => kind === 'flow') : []
  const trailing = find([{ kind: 'trailing' }], flows)
  const ends = trailing.map(one => one.period.end).sort()
  const latest = trailing.filter(one => one.period.end === ends.at(-1))
  const tabulate = (name: string, shown: readonly Figure[]) => {
    const table = shown.length > 1 ? tabulateFigures(shown, cite) : undefined
    return tableOnly(`${sayName(company)}: ${name}`, table)
  }
  return [tabulate('key figures', own), tabulate('latest twelve months', latest)]
}

/** Ranks a company within its sector. */
function peersOf(
  { figure, metric }: Pair,
  { cite, peers }: DescribeOptions,
): Background | undefined {
  const found = peers?.(figure.company, metric)
  const [own] = found?.rankings ?? []
  if (!found || !own || 'groups' in own) return undefined
  const { ranking } = own
  const book = createFactBook(found.facts)
  const asked = { voice: createVoice(cite), question: '' }
  const { statements, table } = answerRanking(book, ranking, asked)
  const heading = `${capital(metric.name)} of ${ranking.scope}`
  return statements.length > 0 ? { heading, statements, ...(table && { table }) } : undefined
}

/** Sets the key figures of the latest years against the same in the standardised collection. */
function checksOf(
  { company, period }: Figure,
  { book, cite, checks }: DescribeOptions,
): Background | undefined {
  const found = checks?.(company)
  if (!found) return undefined
  const others = createFactBook(found)
  const pairs = METRICS.filter(({ id, formulas }) => KEY.has(id) && formulas.length === 0)
    .flatMap(metric => allFigures(book, company, metric))
    .filter(one => one.period.fiscalYear > period.fiscalYear - CHECKED_YEARS)
    .flatMap(figure => pairWith(others, figure, company))
  if (pairs.length === 0) return undefined
  const differing = pairs.filter(({ figure, other }) => !isSameValue(figure, other))
  const same = pairs.length - differing.length
  const count = differing.length === 0 ? 'all are the same' : `${same} are the same`
  const summary = {
    ...say`Of ${pairs.length} annual figures of ${sayName(company)} that the standardised collection gives as well, ${count}`,
    numbers: [pairs.length, same],
    sources: pairs.map(({ figure }) => figure),
  }
  const said = differing.map(({ figure, other }) => ({
    ...say`${capital(figure.metric.name)} for ${nameTime(figure)} is ${exactAmount(figure)} in the filing and ${exactAmount(other)} in the standardised collection`,
    numbers: [figure, other].map(one => toNumber(one.value)).concat(figure.period.fiscalYear),
    sources: [figure, other],
  }))
  const voice = createVoice(cite)
  return {
    heading: `${sayName(company)}: filings against standardised figures`,
    statements: [summary, ...said].map(one => state(one, voice)),
  }
}

function pairWith(book: FactBook, figure: Figure, company: Company) {
  const [first, ...others] = figure.facts
  const { fiscalYear: year, part } = figure.period
  if (!first || others.length > 0 || part !== 'year' || first.fact.form === 'standardised')
    return []
  const { concept } = first.fact
  const other = book.find({ company, concept, year, part, isMoment: isMoment(figure) })
  return other ? [{ figure, other: quotedFigure(figure.metric, other) }] : []
}
