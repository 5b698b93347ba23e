import type { Effort } from '../budgets.ts'
import type { Background } from '../evidence/finding.ts'
import { answerRanking, placesIn } from './answer-ranking.ts'
import type { CiteFacts } from './cite-facts.ts'
import { sayName } from './companies/company-names.ts'
import { profileOf } from './company-profile.ts'
import { stateDefinitions } from './define-metrics.ts'
import { createFactBook, type FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure, findSeries } from './find-figure.ts'
import type { LocalFacts } from './local-facts.ts'
import { isQuotient, METRICS, type Metric } from './metrics.ts'
import type { Slot } from './slots.ts'
import { createVoice } from './statements/say.ts'
import { tabulateFigures } from './statements/tabulate-figures.ts'

interface DescribeOptions extends Pick<LocalFacts, 'peers'> {
  readonly book: FactBook
  readonly cite: CiteFacts
  readonly effort: Effort
  /** True if the question names its times, so that earlier years are not asked for. */
  readonly isTimed: boolean
}

const MOST_METRICS = 6
/** How many years back each effort looks. */
export const YEARS: Readonly<Record<Effort, number>> = {
  ...{ lite: 0, standard: 3, deep: 5, exhaustive: 12, frontier: 12 },
}
const STANDARDISED =
  'Some of these figures come from a data set that takes them from the filings and does not say from which.'

/** Adds background to an answer: earlier years, and at the higher efforts key figures, peers, definitions. */
export function describeFigures(
  figures: readonly Figure[],
  options: DescribeOptions,
): readonly Background[] {
  const { effort, isTimed } = options
  if (effort === 'lite') return []
  const asked = newestOf(figures)
  const isWide = effort === 'exhaustive' || effort === 'frontier'
  const areYears = figures.every(({ period, span }) => period.part === 'year' && !span)
  const found = [
    areYears || !isTimed ? byYear(asked, options) : undefined,
    ...(isWide
      ? [
          ...[...new Set(asked.map(({ company }) => company))].flatMap(company =>
            keyFigures(company, options),
          ),
          ...amongPeers(asked, options),
          definitions(asked, figures, options),
        ]
      : []),
  ]
  return found.filter(one => one !== undefined)
}

/** The newest figure of each metric of each company. */
function newestOf(figures: readonly Figure[]): Figure[] {
  const metrics = [...new Set(figures.map(({ metric }) => metric.name))].slice(0, MOST_METRICS)
  const newest = new Map(figures.map(one => [`${one.company.cik} ${one.metric.name}`, one]))
  return [...newest.values()].filter(({ metric }) => metrics.includes(metric.name))
}

/** A section that is nothing but a table of figures; none for a single figure. */
function tableOf(
  heading: string,
  figures: readonly Figure[],
  { cite }: DescribeOptions,
): Background | undefined {
  const table = figures.length > 1 ? tabulateFigures(figures, cite) : undefined
  return table && { heading, statements: [], table }
}

/** The years up to those that are asked for, by the same parts. */
function byYear(asked: readonly Figure[], options: DescribeOptions): Background | undefined {
  const { book, effort } = options
  const figures = asked.flatMap(newest => {
    const { company, metric, period } = newest
    const to = period.fiscalYear
    const slots = Array.from(
      { length: YEARS[effort] },
      (_, at) => ({ kind: 'fiscal', part: 'year', year: to - YEARS[effort] + 1 + at }) as const,
    )
    const singly = slots.map(slot => findFigure(book, { company, metric, slot }))
    const series = findSeries(book, { company, metric, slots })
    return slots.flatMap(
      (_, at) =>
        [singly[at], series[at]].find(one => one && partsOf(one) === partsOf(newest)) ?? [],
    )
  })
  const found = tableOf('', figures, options)
  return found && { ...found, isJoint: true }
}

/** The parts of a quotient: debt with its current portion is not that without it. */
function partsOf({ terms = [], metric }: Figure): string {
  const nameOf = ({ metric: own, facts }: Figure) =>
    own.kind === 'balance' ? [own.name, ...facts.map(({ fact }) => fact.concept)] : own.name
  return isQuotient(metric) ? terms.flatMap(({ figure }) => nameOf(figure)).join() : ''
}

/** Definitions of the metrics and of their parts, and a note on figures that are in no single filing. */
function definitions(
  shown: readonly Figure[],
  figures: readonly Figure[],
  { cite }: DescribeOptions,
): Background {
  const parts = shown.flatMap(({ terms = [] }) => terms.map(({ figure }) => figure))
  const metrics = new Set([...shown, ...parts].map(({ metric }) => metric))
  const isStandardised = ({ facts }: Figure) =>
    facts.some(({ fact }) => fact.form === 'standardised')
  return {
    heading: 'How the figures are defined',
    statements: stateDefinitions(
      METRICS.filter(one => metrics.has(one)),
      cite,
    ),
    notes: figures.some(isStandardised) ? [STANDARDISED] : [],
  }
}

/** The company's other figures of the same years; at the highest effort all, and the latest twelve months. */
function keyFigures(company: Figure['company'], options: DescribeOptions) {
  const { book, effort } = options
  const year = book.latestYear(company)
  const isAll = effort === 'frontier'
  const metrics = isAll ? METRICS : [...(profileOf(book, company)?.measures() ?? [])]
  const find = (slots: readonly Slot[], wanted: readonly Metric[]) =>
    wanted.flatMap(metric =>
      slots.flatMap(slot => findFigure(book, { company, metric, slot }) ?? []),
    )
  const slots = Array.from(
    { length: YEARS.deep },
    (_, at) => ({ kind: 'fiscal', part: 'year', year: year - YEARS.deep + 1 + at }) as const,
  )
  const isReported = (metric: Metric) => find(slots.slice(-1), [metric]).length > 0
  const flows = isAll ? metrics.filter(({ kind }) => kind === 'flow') : []
  const trailing = find([{ kind: 'trailing' }], flows)
  const ends = trailing.map(one => one.period.end).sort()
  const latest = trailing.filter(one => one.period.end === ends.at(-1))
  const name = sayName(company)
  return [
    tableOf(`${name}: key figures`, find(slots, metrics.filter(isReported)), options),
    tableOf(`${name}: latest twelve months`, latest, options),
  ]
}

/** The leaders of each sector by each metric, and the places of the companies that are asked about. */
function amongPeers(asked: readonly Figure[], { cite, peers }: DescribeOptions): Background[] {
  const voice = createVoice(cite)
  const companies = [...new Set(asked.map(({ company }) => company))]
  const metrics = [...new Set(asked.map(({ metric }) => metric))]
  const found = metrics
    .flatMap(metric => peers?.(companies, metric) ?? [])
    .flatMap(({ facts, rankings: [first] = [] }) => {
      const ranking = first?.ranking
      if (!ranking) return []
      const book = createFactBook(facts)
      const members = new Set(ranking.members.map(({ cik }) => cik))
      const own = companies.filter(({ cik }) => members.has(cik))
      const [focus, ...others] = own
      const isAlone = focus !== undefined && others.length === 0
      const row = isAlone ? undefined : placesIn(book, ranking, { companies: own, voice })
      const told = { ...ranking, ...(isAlone && { focus }) }
      const { statements } = answerRanking(book, told, { voice, question: '' })
      return [{ scope: ranking.scope, statements, columns: ['', ...own.map(sayName)], row }]
    })
  return [...Map.groupBy(found, ({ scope }) => scope)].map(([scope, own]) => {
    const rows = own.flatMap(({ row }) => row ?? [])
    const statements = own.flatMap(one => one.statements)
    const { columns = [] } = own[0] ?? {}
    return {
      heading: `Among the ${scope}`,
      statements,
      ...(rows.length > 0 && { table: { columns, rows } }),
    }
  })
}
