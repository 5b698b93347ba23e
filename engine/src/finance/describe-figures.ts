import type { Effort } from '../budgets.ts'
import type { Background } from '../evidence/finding.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import type { Company } from '../search/company-fact.ts'
import { capital, list, say } from '../text/say.ts'
import { answerRanking } from './answer-ranking.ts'
import type { CiteFacts } from './cite-facts.ts'
import { sayName } from './companies/company-names.ts'
import { compare, signOf, toNumber } from './decimal.ts'
import { stateDefinitions } from './define-metrics.ts'
import { createFactBook, type FactBook } from './fact-book.ts'
import { type Figure, isMoment, isQuotient, quotedFigure } from './figure.ts'
import { findFigure } from './find-figure.ts'
import type { LocalFacts } from './local-facts.ts'
import { allFigures } from './look-up.ts'
import { METRICS, type Metric } from './metrics.ts'
import { calendarYearOf, namePeriod } from './period.ts'
import { findJumps, sayJumps } from './share-counts.ts'
import type { Slot } from './slots.ts'
import {
  amount,
  createVoice,
  growthOf,
  nameOwner,
  nameTime,
  type Phrase,
  state,
  type Voice,
  verbOf,
} from './statements/say.ts'
import { stateAnnualRate, stateSeries } from './statements/state-figures.ts'
import { cellOf, sayEnd, tabulateFigures } from './statements/tabulate-figures.ts'
import { exactAmount } from './write-amount.ts'

interface DescribeOptions extends Pick<LocalFacts, 'peers' | 'checks'> {
  readonly book: FactBook
  readonly cite: CiteFacts
  readonly effort: Effort
}

interface Pair {
  readonly figure: Figure
  readonly metric: Metric
}

const MOST_METRICS = 6
const MOST_COMPANIES = 6
/** How many years back each effort looks, and for how many it shows the key figures. */
const YEARS: Readonly<Record<Effort, number>> = {
  ...{ lite: 0, standard: 3, deep: 6, exhaustive: 12, frontier: 12 },
}
const KEY_YEARS: Readonly<Record<Effort, number>> = {
  ...{ lite: 0, standard: 0, deep: 3, exhaustive: 5, frontier: 5 },
}
/** The figures that an overview has. */
const KEY = new Set([
  ...['revenue', 'gross-margin', 'operating-income', 'operating-margin', 'net-income'],
  ...['net-margin', 'eps-diluted', 'operating-cash-flow', 'free-cash-flow', 'total-assets'],
  ...['cash', 'total-debt', 'equity', 'return-on-equity'],
])
const CHECKED_YEARS = 5
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
  // An answer with several years already shows the history.
  const isNew = ([{ figure }]: Group) =>
    figures.filter(one => one.company === figure.company && one.metric.name === figure.metric.name)
      .length <= 2
  const found = [
    ...groups.filter(group => isDeep || isNew(group)).map(group => history(group, options)),
    ...(isDeep ? latest.flatMap(figure => keyFigures(figure, options)) : []),
    ...(isWide ? groups.map(group => quarters(group, options)) : []),
    ...(isWide ? groups.flat().map(pair => peersOf(pair, options)) : []),
    ...(effort === 'frontier' ? latest.map(figure => checksOf(figure, options)) : []),
    ...(isDeep ? [definitions(groups.flat(), options)] : []),
  ].filter(one => one !== undefined)
  return [...new Map(found.map(one => [one.heading, one])).values()]
}

/** The pairs of one metric, one for each company. */
type Group = readonly [Pair, ...Pair[]]

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

/** Says what the figures show together: how each of a company's moved, or which company is highest where. */
export function sumUp(
  figures: readonly Figure[],
  { book, cite, effort }: Pick<DescribeOptions, 'book' | 'cite' | 'effort'>,
): Statement[] {
  if (effort === 'lite' || effort === 'standard') return []
  const voice = createVoice(cite)
  const groups = metricsOf(figures)
  const yearsOf = ({ figure, metric }: Pair) =>
    allFigures(book, figure.company, metric)
      .filter(({ period }) => period.part === 'year')
      .slice(-YEARS.deep)
  const companies = new Set(figures.map(({ company }) => company.cik))
  if (companies.size > 1) {
    const leads = groups.flatMap(group => {
      const newest = group.flatMap(pair => yearsOf(pair).slice(-1))
      const years = new Set(newest.map(({ period }) => calendarYearOf(period)))
      const [first, second] = newest.toSorted((a, b) => compare(b.value, a.value))
      const isWhole = newest.length === companies.size && years.size === 1
      return first && second && isWhole && first.unit === second.unit ? [first] : []
    })
    const byName = [...Map.groupBy(leads, ({ company }) => sayName(company))]
    const clauses = byName.map(
      ([name, own], at) =>
        say`${name}${at === 0 ? ' is highest' : ''} by ${list(own.map(one => say`${one.metric.name} (${amount(one, voice)})`))}`,
    )
    if (leads.length < 2) return []
    const said = clauses.reduce((all, next) => say`${all}; ${next}`)
    return [state(say`Of the ${companies.size}, in the latest fiscal year of each, ${said}`, voice)]
  }
  const moves = groups
    .slice(0, MOST_SUMMED)
    .flatMap(([pair]) => sayMoves(yearsOf(pair), voice) ?? [])
  return moves.map(one => state(one, voice))
}

const MOST_SUMMED = 2
const LEAST_YEARS = 4

/** In how many years a figure rose, and when it was highest and lowest. */
function sayMoves(years: readonly Figure[], voice: Voice): Phrase | undefined {
  const [first, last] = [years[0], years.at(-1)]
  const isComparable = years.every(({ unit }) => unit === first?.unit)
  if (!first || !last || years.length < LEAST_YEARS || !isComparable) return undefined
  if (findJumps(years).length > 0) return undefined
  const rises = years.filter((one, at) => {
    const before = years[at - 1]
    return before !== undefined && compare(one.value, before.value) > 0
  }).length
  const ordered = years.toSorted((a, b) => compare(b.value, a.value))
  const [top = first, bottom = last] = [ordered[0], ordered.at(-1)]
  const losses = years.filter(({ value }) => signOf(value) < 0).length
  const at = (figure: Figure) => ({
    ...say`${namePeriod(figure.period)} (${amount(figure, voice)})`,
    numbers: [figure.period.fiscalYear, toNumber(figure.value)],
  })
  const below = losses > 0 ? say`, ${verbOf(first)} below zero in ${losses}` : undefined
  const span = {
    ...say`${namePeriod(first.period)} to ${namePeriod(last.period)}`,
    numbers: [first, last].map(({ period }) => period.fiscalYear),
    sources: years,
  }
  return say`From ${span}, ${nameOwner(first)} ${first.metric.name} rose in ${rises} of ${years.length - 1} years${below}, ${verbOf(first)} highest in ${at(top)} and lowest in ${at(bottom)}`
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

function history(group: Group, options: DescribeOptions): Background | undefined {
  const { book, cite, effort } = options
  const voice = createVoice(cite)
  const isDeep = effort !== 'standard'
  const series = group.flatMap(({ figure: { company, period }, metric }) => {
    const [first, ...others] = allFigures(book, company, metric)
      .filter(one => one.period.part === 'year' && (isDeep || one.period.end <= period.end))
      .slice(-YEARS[effort])
    return first && others.length > 0 ? [[first, ...others] as const] : []
  })
  const [only, ...others] = series
  if (!only) return undefined
  const statements = series.flatMap(([first, ...rest]) => {
    const isRated = isDeep && rest.length > 1 && !isQuotient(first)
    const rate = isRated ? stateAnnualRate(first, rest.at(-1) ?? first, voice) : undefined
    // The table is enough for several companies.
    return rate ?? (others.length > 0 ? [] : stateSeries([first, ...rest], voice))
  })
  const table =
    others.length === 0 && !isQuotient(only[0])
      ? tableOfYears(only, cite)
      : tabulateFigures(series.flat(), cite, { withInputs: false })
  return { heading: `${headed(group)} by year`, statements, ...(table && { table }) }
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
    return { label, cells: [cellOf(figure, exactAmount(figure), cite), change] }
  })
  const name = capital(years[0]?.metric.name ?? '')
  return { columns: ['', `${name}${sayJumps(findJumps(years))}`, 'Change'], rows }
}

/** Definitions of the metrics and of their parts. */
function definitions(shown: readonly Pair[], { cite }: DescribeOptions): Background {
  const parts = pairsOf(shown.flatMap(one => (one.figure.terms ?? []).map(({ figure }) => figure)))
  const metrics = [...new Set([...shown, ...parts].map(({ metric }) => metric))]
  return {
    heading: 'How the figures are defined',
    statements: stateDefinitions(metrics, cite),
  }
}

function quarters(group: Group, { book, cite }: DescribeOptions): Background | undefined {
  const found = group.flatMap(({ figure: { company, period }, metric }) => {
    const years = [period.fiscalYear - 1, period.fiscalYear, period.fiscalYear + 1]
    const slots = years.flatMap(year =>
      QUARTERS.map(part => ({ kind: 'fiscal', year, part }) as const),
    )
    return slots.flatMap(slot => findFigure(book, { company, metric, slot }) ?? [])
  })
  if (group[0].metric.kind === 'balance' || found.length < 2) return undefined
  const table = tabulateFigures(found, cite, { withInputs: false })
  return tableOnly(`${headed(group)} by quarter`, table)
}

/** The company's other figures of the same time; at the highest effort all, and the latest twelve months. */
function keyFigures({ company, period }: Figure, options: DescribeOptions) {
  const { book, cite, effort } = options
  const { fiscalYear: year, part } = period
  const isAll = effort === 'frontier'
  const metrics = METRICS.filter(({ id }) => isAll || KEY.has(id))
  const find = (slots: readonly Slot[], wanted = metrics) =>
    wanted.flatMap(metric =>
      slots.flatMap(slot => findFigure(book, { company, metric, slot }) ?? []),
    )
  const years = Array.from({ length: KEY_YEARS[effort] }, (_, at) => year - at).toReversed()
  const isReported = (metric: Metric) =>
    findFigure(book, { company, metric, slot: { kind: 'fiscal', year, part } }) !== undefined
  const own = find(
    years.map(one => ({ kind: 'fiscal', year: one, part })),
    metrics.filter(isReported),
  )
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
  { cite, peers }: DescribeOptions,
): Background | undefined {
  const found = peers?.(figure.company, metric)
  if (!found?.ranking) return undefined
  const book = createFactBook(found.facts)
  const asked = { voice: createVoice(cite), question: '' }
  const { statements, table } = answerRanking(book, found.ranking, asked)
  const heading = `${capital(metric.name)} of ${found.ranking.scope}`
  return statements.length > 0 ? { heading, statements, ...(table && { table }) } : undefined
}

/** Up to this much apart, values differ by rounding. */
const SAME_SHARE = 0.0005

interface CheckOptions {
  readonly cite: CiteFacts
  readonly checks?: LocalFacts['checks']
}

/** Sets a company's annual figures against the same in the standardised collection. */
function checkFigures(
  company: Company,
  figures: readonly Figure[],
  { cite, checks }: CheckOptions,
): Background | undefined {
  const found = checks?.(company)
  if (!found) return undefined
  const book = createFactBook(found)
  const pairs = figures.flatMap(figure => {
    const [first, ...others] = figure.facts
    const { fiscalYear: year, part } = figure.period
    if (!first || others.length > 0 || part !== 'year' || first.fact.form === 'standardised')
      return []
    const { concept } = first.fact
    const other = book.find({ company, concept, year, part, isMoment: isMoment(figure) })
    return other ? [{ figure, other: quotedFigure(figure.metric, other) }] : []
  })
  const differing = pairs.filter(({ figure, other }) => {
    const [a, b] = [toNumber(figure.value), toNumber(other.value)]
    return Math.abs(a - b) > SAME_SHARE * Math.max(Math.abs(a), Math.abs(b))
  })
  if (pairs.length === 0) return undefined
  const voice = createVoice(cite)
  const count =
    differing.length === 0 ? 'all are the same' : `${pairs.length - differing.length} are the same`
  const summary = {
    ...say`Of ${pairs.length} annual figures of ${sayName(company)} that the standardised collection gives as well, ${count}`,
    numbers: [pairs.length, pairs.length - differing.length],
    sources: pairs.map(({ figure }) => figure),
  }
  const said = differing.map(({ figure, other }) => ({
    ...say`${capital(figure.metric.name)} for ${nameTime(figure)} is ${exactAmount(figure)} in the filing and ${exactAmount(other)} in the standardised collection`,
    numbers: [figure, other].map(one => toNumber(one.value)).concat(figure.period.fiscalYear),
    sources: [figure, other],
  }))
  return {
    heading: `${sayName(company)}: filings against standardised figures`,
    statements: [summary, ...said].map(one => state(one, voice)),
  }
}
