import type { Statement } from '../evidence/statement.ts'
import { sayName } from './companies/company-names.ts'
import { compare, signOf, toNumber } from './decimal.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import {
  allFigures,
  findBefore,
  lookUp,
  lookUpChanges,
  type MetricQuery,
  type Row,
} from './look-up.ts'
import { METRICS, type Metric } from './metrics.ts'
import { calendarYearOf } from './period.ts'
import { isAboutFall } from './question/read-operation.ts'
import type { Query } from './question/read-query.ts'
import { hasTimes } from './question/read-times.ts'
import { nameNewer, nameUnconverted, type Voice } from './statements/say.ts'
import { stateAgreement, stateConflicts, stateUnchanged } from './statements/state-conflicts.ts'
import {
  type Direction,
  stateAnnualRate,
  stateChange,
  stateComparison,
  stateExtreme,
  stateFigure,
  stateGrowthRank,
  stateSeries,
  stateTotal,
} from './statements/state-figures.ts'

export interface Answer {
  readonly statements: readonly Statement[]
  /** The figures behind the statements, to be shown side by side. */
  readonly figures: readonly Figure[]
  /** Figures that were asked for but are in no filing, in words. */
  readonly missing: readonly string[]
  /** True if the question takes for granted what the figures contradict. */
  readonly isDenied?: boolean
}

const RISES = /\b(?:ris(?:e|es|en|ing)|rose|grow|grew|grown|growing|increas\w*|jump\w*|surg\w*)\b/i

interface Scene {
  readonly book: FactBook
  readonly voice: Voice
  /** True if the book has every restated value: a single value then means that nothing was restated. */
  readonly isWhole: boolean
  readonly today: string
}

/** Looks up the figures that one query asks for, and states them. */
export function answerQuery(query: Query, { voice, ...whole }: Scene): Answer {
  const scene = { ...whole, voice: { ...voice, form: query.form } }
  const { operation, metrics } = query
  const [metric, under] = metrics
  const answers =
    operation.kind === 'ratio' && metric && under
      ? [answerRows({ ...query, metric, under }, scene)]
      : metrics.map(one => answerMetric({ ...query, metric: one }, scene))
  const statements = answers.flatMap(answer => answer.statements)
  const figures = answers.flatMap(answer => answer.figures)
  const isEnough = (one: Metric | undefined) =>
    statements.length > 0 && (query.isLoose || (one && query.implied.includes(one)))
  const absent = query.companies.filter(
    ({ cik }) => !figures.some(({ company }) => company.cik === cik),
  )
  const missing = answers.flatMap((answer, at) => {
    // Of several figures that may be meant, each company has at least one.
    const isOfAbsent = (name: string) => absent.some(one => name.startsWith(`${sayName(one)}:`))
    return isEnough(metrics[at]) ? answer.missing.filter(isOfAbsent) : answer.missing
  })
  const isTrue = judge(query, figures)
  const denial = isTrue === undefined ? deny(query, figures) : undefined
  const verdict = isTrue === undefined ? denial : isTrue ? 'Yes' : 'No'
  // Before the statement that settles the question.
  const withVerdict = (one: Statement, at: number) =>
    at === 0 ? { ...one, text: `${verdict}: ${one.text}` } : one
  return {
    statements: verdict === undefined ? statements : statements.map(withVerdict),
    isDenied: denial !== undefined,
    figures,
    missing: [
      ...missing,
      ...nameNewer(figures, query, scene),
      ...nameUnconverted(figures, query.currency),
    ],
  }
}

function answerMetric(query: MetricQuery, scene: Scene): Answer {
  const { kind } = query.operation
  if (kind === 'restatement') return answerRestatement(query, scene)
  if (kind === 'change' || kind === 'annual-rate' || query.isAgainstPrevious) {
    const answer = answerChange(query, scene)
    // A comparison with the year before needs the value as well as the change.
    if (answer.statements.length > 0 || kind !== 'value') return answer
  }
  return answerRows(query, scene)
}

function answerRows(query: MetricQuery, scene: Scene): Answer {
  const { book, voice } = scene
  const { companies, operation, times, metric } = query
  const rows = inOneYear(
    companies.map(company => lookUp(book, company, query)),
    query,
    book,
  )
  const known = rows.flatMap(({ figures: [first, ...rest] }) =>
    first ? [[first, ...rest] as const] : [],
  )
  const direction = operation.kind === 'extreme' ? operation.direction : 'highest'
  // Of two times that are named, "higher" asks how one differs from the other.
  const isPair = times.kind === 'each' && times.periods.length === 2
  const isExtreme = operation.kind === 'extreme' && known.some(row => row.length > 1) && !isPair
  const statements =
    operation.kind === 'sum' || operation.kind === 'average'
      ? stateTogether(rows, metric, operation.kind, voice)
      : isExtreme
        ? known.flatMap(row => stateExtreme(row, direction, voice) ?? [])
        : stateRows(known, { ...scene, direction })
  return { statements, figures: known.flat(), missing: rows.flatMap(row => row.missing) }
}

/** A year that one company names otherwise than the first does is the one that covers the same months. */
function inOneYear(rows: readonly Row[], query: MetricQuery, book: FactBook): readonly Row[] {
  const [first] = rows.flatMap(({ figures }) => figures)
  const [only, ...others] = query.times.kind === 'each' ? query.times.periods : []
  if (!first || only?.kind !== 'fiscal' || only.part !== 'year' || others.length > 0) return rows
  const periods = [{ kind: 'mostly', year: calendarYearOf(first.period) } as const]
  return rows.map((row, at) => {
    const company = query.companies[at]
    if (row.figures.length > 0 || !company) return row
    const same = lookUp(book, company, { ...query, times: { kind: 'each', periods } })
    return same.figures.length > 0 ? same : row
  })
}

type Figures = readonly [Figure, ...Figure[]]

/** Compares companies with one figure each; lists several figures of one company in order. */
function stateRows(
  rows: readonly Figures[],
  { book, voice, direction }: Scene & { readonly direction: Direction },
): Statement[] {
  const isOneMetric = new Set(rows.flat().map(({ metric }) => metric.name)).size === 1
  const compared =
    rows.length > 1 && isOneMetric && rows.every(row => row.length === 1)
      ? stateComparison(rows.flat(), direction, voice)
      : undefined
  if (compared) return [compared]
  return rows.map(row => {
    const [first, second] = row
    if (second) return stateSeries(row, voice)
    const metric = METRICS.find(({ name }) => name === first.metric.name)
    return stateFigure(first, voice, metric && findBefore(book, first, metric))
  })
}

/** Adds up each company's times, or the companies if each has one figure. */
function stateTogether(
  rows: readonly Row[],
  metric: Metric,
  kind: 'sum' | 'average',
  voice: Voice,
): Statement[] {
  const isOverTime = rows.some(({ figures }) => figures.length > 1)
  // Sums of rates, or of balances at several times, mean nothing.
  const canAdd =
    kind === 'average' || metric.kind === 'flow' || (metric.kind === 'balance' && !isOverTime)
  const figures = rows.flatMap(row => row.figures)
  const isComplete = rows.every(row => row.isComplete && row.figures.length > 0)
  return (isOverTime ? rows : [{ figures, isComplete }]).flatMap(row => {
    const total = canAdd && row.isComplete ? stateTotal(row.figures, kind, voice) : undefined
    if (total) return [total]
    const [first, ...rest] = row.figures
    if (!isOverTime) return row.figures.map(one => stateFigure(one, voice))
    return first ? [stateSeries([first, ...rest], voice)] : []
  })
}

/** How one metric changed, for each company, and whose grew most. */
function answerChange(query: MetricQuery, { book, voice }: Scene): Answer {
  const changes = query.companies.map(company => lookUpChanges(book, company, query))
  const isRate = query.operation.kind === 'annual-rate'
  const statements = changes
    .flatMap(({ pairs }) => pairs)
    .map(
      ([from, to]) =>
        (isRate ? stateAnnualRate(from, to, voice) : undefined) ?? stateChange(from, to, voice),
    )
  const single = changes.flatMap(({ pairs }) => (pairs.length === 1 ? pairs : []))
  const direction = /\b(?:slow|least|declin|fell|drop|decreas)/i.test(query.clause)
    ? 'lowest'
    : 'highest'
  const ranked = isRate ? undefined : stateGrowthRank(single, direction, voice)
  return {
    statements: [...(ranked ? [ranked] : []), ...statements],
    figures: changes.flatMap(({ figures }) => figures),
    missing: changes.flatMap(({ missing }) => missing),
  }
}

/** All values that filings give for the same figure, or that they agree. A single filing proves neither. */
function answerRestatement(query: MetricQuery, { book, voice, isWhole }: Scene): Answer {
  const { companies, metric, operation, times } = query
  const { cite } = voice
  if (operation.kind !== 'restatement') return { statements: [], figures: [], missing: [] }
  const answers = companies.map(company => {
    const { figures, missing } = hasTimes(times)
      ? lookUp(book, company, query)
      : { figures: allFigures(book, company, metric), missing: [] }
    const conflicts = stateConflicts(figures, cite)
    if (operation.isOpen) return { statements: conflicts, missing: [] }
    if (conflicts.length > 0) return { statements: conflicts, missing }
    const opening = operation.isWhether ? 'No: all' : 'All'
    const agreement = stateAgreement(figures, { cite, opening })
    const single = isWhole ? stateUnchanged(figures, cite) : undefined
    return { statements: [agreement ?? single].filter(one => one !== undefined), missing }
  })
  return {
    statements: answers.flatMap(({ statements }) => statements),
    figures: [],
    missing: answers.flatMap(({ missing }) => missing),
  }
}

/** Says that what a question asks the reason for did not happen. */
function deny(
  { clause, isOpen, operation, companies, metrics }: Query,
  figures: readonly Figure[],
) {
  const [from, to, ...others] = figures
  const isOne = companies.length === 1 && metrics.length === 1 && others.length === 0
  if (!isOpen || operation.kind !== 'change' || !isOne || !from || !to) return undefined
  const order = compare(to.value, from.value)
  if (isAboutFall(clause)) return order > 0 ? 'It did not fall' : undefined
  return order < 0 && RISES.test(clause) ? 'It did not rise' : undefined
}

/** True if the figures make the question true; undefined if it does not ask whether, or they do not tell. */
function judge({ whether, companies, metrics }: Query, figures: readonly Figure[]) {
  const [first, second, ...others] = figures
  if (whether === undefined || !first || metrics.length > 1) return undefined
  // The ends of a span show whether it is a rise or a fall.
  const isSpan = companies.length === 1 && (whether === 'rise' || whether === 'fall')
  if (others.length > 0 && !isSpan) return undefined
  const last = isSpan ? figures.slice(1).at(-1) : second
  if (typeof whether === 'object')
    return last ? undefined : Math.abs(toNumber(first.value)) > whether.over
  if (whether === 'gain' || whether === 'loss')
    return last ? undefined : signOf(first.value) === (whether === 'gain' ? 1 : -1)
  if (!last || last.unit !== first.unit) return undefined
  const order = compare(first.value, last.value) * (companies.length === 2 ? 1 : -1)
  return order === (whether === 'fall' || whether === 'behind' ? -1 : 1)
}
