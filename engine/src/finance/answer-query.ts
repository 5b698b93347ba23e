import type { Statement } from '../evidence/statement.ts'
import type { Company } from '../search/company-fact.ts'
import { sayName } from './companies/company-names.ts'
import { findMentions } from './companies/find-companies.ts'
import { compare, signOf, toNumber } from './decimal.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import {
  allFigures,
  findBefore,
  isAboutChange,
  isOpenEnded,
  isStepwise,
  lookUp,
  type MetricQuery,
  MOST_AGE_DAYS,
  type Row,
} from './look-up.ts'
import { isQuotient, metricOf, standInsFor } from './metrics.ts'
import { calendarYearOf, daysApart, daysOf } from './period.ts'
import { aimsAt } from './question/read-aims.ts'
import type { Query } from './question/read-query.ts'
import { LATEST } from './question/read-ranking.ts'
import { hasTimes } from './question/read-times.ts'
import { previousSlot } from './slots.ts'
import { hasTable, type Voice } from './statements/say.ts'
import {
  stateComparison,
  stateGap,
  stateGrowthRank,
  stateLead,
  stateRace,
} from './statements/state-companies.ts'
import { stateMet, stateResults } from './statements/state-conditions.ts'
import {
  type Direction,
  type Figures,
  stateAnnualRate,
  stateChange,
  stateFigure,
  stateSenseless,
  stateSeries,
  stateTotal,
  stateTwo,
} from './statements/state-figures.ts'
import {
  stateDeeds,
  stateDoubling,
  stateExtreme,
  stateReturn,
  stateSteps,
  stateYears,
} from './statements/state-years.ts'
import { NOT_GIVEN, withLimits } from './with-limits.ts'

export interface Answer {
  readonly statements: readonly Statement[]
  /** The figures behind the statements, to be shown side by side. */
  readonly figures: readonly Figure[]
  /** Those of the table, if they are others. */
  readonly tabled?: readonly Figure[]
  /** Figures that were asked for but are in no filing, in words. */
  readonly missing: readonly string[]
}

/** In days; years of whole weeks differ by a week. */
const MOST_APART = 20

/** "… of Apple, Microsoft and Alphabet does Apple have?" */
const LISTED = /.*\bof (?<items>[^?]+?) (?:did|does)\b/i

const RESULT = /^which of .* ma[dk]e a (?<result>loss|profit)\b/i

interface Scene {
  readonly book: FactBook
  readonly voice: Voice
}

/** Looks up the figures that one query asks for, and states them. */
export function answerQuery(asked: Query, { voice, book }: Scene): Answer {
  const isOfTwo = isBetweenTwo(asked)
  const query: Query = isOfTwo ? { ...asked, operation: { kind: 'value' } } : asked
  const scene = { book, voice }
  const { operation, metrics } = query
  const answers = metrics.map(metric => answerMetric({ ...query, metric }, scene))
  const figures = answers.flatMap(answer => answer.figures)
  const ends = new Set(figures.map(({ period }) => period.end))
  // Both at one time: the latest report of one may be newer than that of the other.
  if (isOfTwo && ends.size > 1 && !hasTimes(query.times))
    return answerQuery({ ...asked, times: LATEST }, { voice, book })
  const isRace =
    operation.kind === 'change' && query.companies.length === 1 && aimsAt(query.bare, 'faster')
  const spans = answers.flatMap(({ figures: own }) => {
    const [from, to] = [own[0], own.at(-1)]
    return from && to && from !== to ? [[from, to] as const] : []
  })
  const together = isOfTwo
    ? setTwo(query, figures, scene.voice)
    : isRace
      ? stateGrowthRank(spans, directionOf(query), scene.voice)
      : undefined
  const statements = together ? [together] : answers.flatMap(answer => answer.statements)
  const absent = query.companies.filter(
    ({ cik }) => !figures.some(({ company }) => company.cik === cik),
  )
  const missing = answers.flatMap(answer => {
    // Of several figures that may be meant, each company has at least one.
    const isOfAbsent = (name: string) => absent.some(one => name.startsWith(`${sayName(one)}:`))
    const isEnough = statements.length > 0 && query.isLoose
    return isEnough ? answer.missing.filter(isOfAbsent) : answer.missing
  })
  // Operating cash flow above zero says nothing about free cash flow; long-term debt does about debt.
  const isMeant = ({ metric }: Figure) => metric.kind === 'balance' || metrics.includes(metric)
  const isOwn = figures.every(isMeant)
  // A change up to some years ago does not tell what has happened since then.
  const isOld = isOpenEnded(query.times) && isStale(figures, scene.book)
  const isTrue = isOwn && !isOfTwo && !isOld ? judge(query, figures) : undefined
  const verdict = isTrue === undefined ? '' : isTrue ? 'Yes: ' : 'No: '
  return {
    statements: statements.map((one, at) =>
      at > 0 || NOT_GIVEN.test(one.text) ? one : { ...one, text: `${verdict}${one.text}` },
    ),
    figures,
    missing: [
      // A verdict that the nearest figure settles leaves nothing open.
      ...(isOfTwo && together ? [] : missing),
      ...(statements.length > 0
        ? query.narrowed.map(one => `${one} (filings here give totals only)`)
        : []),
      ...(figures.length === 1 ? nameLeftOut(figures) : []),
      ...nameUncertain(figures, scene.book),
    ],
  }
}

/** Returns whether the newest figure is long before the newest report. */
function isStale(figures: readonly Figure[], book: FactBook): boolean {
  const last = figures.toSorted((a, b) => a.period.end.localeCompare(b.period.end)).at(-1)
  return (
    last !== undefined && daysApart(book.latestEnd(last.company), last.period.end) > MOST_AGE_DAYS
  )
}

/** "Do A and B have more debt than cash?" and "Are A and B in good financial health?" are asked of each. */
export function ofEach(asked: Query): readonly Query[] {
  const each = asked.companies.map(one => ({ ...asked, companies: [one] }))
  return asked.profile || each.every(isBetweenTwo) ? each : [asked]
}

/** "Does it have more debt than cash?" */
function isBetweenTwo({ whether, companies, metrics, times }: Query): boolean {
  const isOne = companies.length === 1 && times.kind === 'each' && times.periods.length < 2
  const isOrder = whether === 'ahead' || whether === 'behind'
  return isOrder && isOne && metrics.length === 2 && !metrics.some(isQuotient)
}

/** Undefined if the nearest figure stands for one of the two and does not tell. */
function setTwo({ metrics }: Query, figures: readonly Figure[], voice: Voice) {
  const [one, other] = figures
  if (!one || one.unit !== other?.unit || one.period.end !== other.period.end) return undefined
  const isMore = compare(one.value, other.value) > 0
  const [more, less] = isMore ? [one.metric, other.metric] : [other.metric, one.metric]
  // Long-term debt is less than all of it, and liabilities are more.
  const isTold = metrics.includes(more) || more.id !== 'liabilities'
  return metrics.includes(less) && isTold ? stateTwo(one, other, voice) : undefined
}

/** "Berkshire Hathaway: short-term investments such as Treasury bills (not in …)". */
function nameLeftOut(figures: readonly Figure[]): string[] {
  return figures.flatMap(({ company, metric: { name, leavesOut } }) =>
    leavesOut ? [`${sayName(company)}: ${leavesOut} (they are not part of ${name})`] : [],
  )
}

/**
 * Companies whose filings here give other figures but no revenue. The one that was standardised is from contracts with
 * customers, which is all of it for some of them.
 */
export function nameUncertain(figures: readonly Figure[], book: FactBook): string[] {
  const revenue = metricOf('revenue')
  const companies = figures.flatMap(figure =>
    [figure, ...(figure.terms ?? []).map(one => one.figure)].some(one => one.metric === revenue)
      ? figure.company
      : [],
  )
  const isStandardised = ({ facts }: Figure) =>
    facts.some(({ fact }) => fact.form === 'standardised')
  return [...new Set(companies)]
    .filter(
      company =>
        allFigures(book, company, revenue).every(isStandardised) &&
        !allFigures(book, company, metricOf('net-income')).every(isStandardised),
    )
    .map(
      company =>
        `${sayName(company)}: revenue that is not from contracts with customers, such as leases and interest (the figure may leave it out)`,
    )
}

function answerMetric(query: MetricQuery, scene: Scene): Answer {
  const looked = lookUpAll(query, scene)
  const all = inOneYear(looked.rows, query, scene.book)
  const figures = [...all, ...looked.own].flatMap(row => row.figures)
  const rows = inSameYears(all, query)
  const missing = rows.flatMap(row => row.missing)
  const senseless = rows.flatMap(row => stateSenseless(query.metric, row.senseless, scene.voice))
  const stateTime = aimsAt(query.bare, 'return')
    ? stateReturn
    : aimsAt(query.bare, 'double')
      ? stateDoubling
      : undefined
  if (stateTime) {
    const returns = all.flatMap(row => (row.found[0] && stateTime(row.figures, scene.voice)) ?? [])
    return { statements: [...returns, ...senseless], figures, missing }
  }
  const each = rows.map(own => own.figures)
  const changes = isAboutChange(query) ? stateChanges(query, rows, scene.voice) : []
  // Without the other end of a change, what it was asked about is no answer.
  const isChange = query.operation.kind === 'change' || query.operation.kind === 'annual-rate'
  if (changes.length === 0 && isChange) return { statements: senseless, figures: [], missing }
  const years =
    (aimsAt(query.bare, 'gap') && isChange ? stateGap(each, scene.voice) : undefined) ??
    stateOften(query, rows, scene.voice) ??
    (query.isRace ? stateLead(each, leadOf(query), scene.voice) : undefined)
  if (years) return { statements: [years], figures, missing }
  const statements = changes.length > 0 ? changes : stateRows(query, rows, scene)
  const own = stateRows(query, looked.own, scene)
  const [first, ...others] = [...statements, ...own, ...senseless]
  const told = first ? [withLimits(first, query, rows, scene), ...others] : []
  return { statements: told, figures, missing }
}

/** Looks up the companies' figures. If some have only the nearest figure, all are compared by that one. */
function lookUpAll(query: MetricQuery, { book }: Scene) {
  const lookUpEach = (of: MetricQuery) => query.companies.map(company => lookUp(book, company, of))
  const rows = lookUpEach(query)
  const namesOf = (all: readonly Row[]) =>
    new Set(all.flatMap(({ figures }) => figures.map(({ metric }) => metric.name)))
  const isEach = (all: readonly Row[]) => all.every(({ figures }) => figures.length > 0)
  const isOwn = ({ figures: [one] }: Row) => one?.metric.name === query.metric.name
  // The others have no figure, rather than another one, if most companies have it.
  if (rows.length > 2 && 2 * rows.filter(isOwn).length > rows.length)
    return { rows: rows.map(row => (isOwn(row) ? row : withoutFigures(row))), own: [] }
  if (!isEach(rows) || namesOf(rows).size < 2) return { rows, own: [] }
  const same = standInsFor(query.metric)
    .values()
    .map(metric => lookUpEach({ ...query, metric }))
    .find(all => isEach(all) && namesOf(all).size === 1)
  if (!same) return { rows, own: [] }
  const given = [...namesOf(same)].join()
  const missing = [`${query.metric.name} of each company (given instead: ${given})`]
  // Ratios of some companies are stated as well.
  return {
    rows: same.map((row, at) => ({ ...row, missing: at === 0 ? missing : [] })),
    own: isQuotient(query.metric) ? rows.filter(isOwn) : [],
  }
}

function withoutFigures(row: Row): Row {
  const missing = row.missing.map(one => one.replace(/ \(given instead: [^()]*\)$/, ''))
  return { ...row, missing, figures: [], found: row.found.map(() => undefined), isComplete: false }
}

/** In which of several years it was so, for a question whether it was. */
function stateOften({ whether, bare, times }: Query, rows: readonly Row[], voice: Voice) {
  const [row, ...others] = rows
  const figures = row?.figures ?? []
  if (figures.length < 2 || others.length > 0) return undefined
  const isOfYears = asksForYears(bare)
  const isFirst = aimsAt(bare, 'first')
  if (whether === 'gain' || whether === 'loss')
    return (
      (times.kind === 'each' && !isOfYears ? stateDeeds(figures, voice) : undefined) ??
      stateYears(figures, whether, voice, isFirst)
    )
  const isTest = typeof whether === 'object' || isMoved(whether)
  return isTest && isOfYears && figures.length > 2
    ? stateYears(figures, whether, voice, isFirst)
    : undefined
}

function leadOf({ bare, whether }: Query) {
  const isWhether = whether !== undefined && !aimsAt(bare, 'asksWhen')
  return { isWhether, isLast: /\blast (?:exceed|ahead)/i.test(bare) }
}

function asksForYears(clause: string): boolean {
  return (['always', 'once', 'whichYears'] as const).some(aim => aimsAt(clause, aim))
}

function isMoved(whether: Query['whether']): whether is 'rise' | 'fall' {
  return whether === 'rise' || whether === 'fall'
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

/**
 * Courses of several companies begin with the first year that all of them have, unless the first year was asked for and
 * two have it; changes up to now end with the last one.
 */
function inSameYears(rows: readonly Row[], { operation, times }: MetricQuery): readonly Row[] {
  const all = rows.filter(({ figures }) => figures.length > 0)
  const isCourse = ({ figures }: Row) =>
    figures.length > 1 && figures.every(({ period }) => period.part === 'year')
  if (all.length < 2 || !all.every(isCourse)) return rows
  const yearsOf = ({ figures }: Row) => figures.map(({ period }) => calendarYearOf(period))
  const lastOf = (row: Row) => Math.max(...yearsOf(row))
  const newest = Math.max(...all.map(lastOf))
  const known = all.filter(row => lastOf(row) >= newest - 1)
  const isUpToNow = operation.kind === 'change' && times.kind === 'range' && !times.to
  const isOfFirst = known.filter(({ found: [first] }) => first).length > 1
  const isOwn = times.kind === 'range' && (operation.kind !== 'change' || isOfFirst)
  const start = isOwn ? 0 : Math.max(...known.map(row => Math.min(...yearsOf(row))))
  const end = isUpToNow ? Math.min(...known.map(lastOf)) : Infinity
  const isShared = (one: Figure | undefined) => {
    const year = one && calendarYearOf(one.period)
    return year !== undefined && year >= start && year <= end
  }
  const isLong = known.every(({ figures }) => figures.filter(isShared).length > 1)
  if (!isLong) return rows
  return rows.map(row => ({
    ...row,
    ...(known.includes(row) && {
      found: row.found.map(one => (isShared(one) ? one : undefined)),
      figures: row.figures.filter(isShared),
    }),
  }))
}

/** How one metric changed, for each company, or whose grew most. */
function stateChanges(query: MetricQuery, rows: readonly Row[], voice: Voice): Statement[] {
  const isRate = query.operation.kind === 'annual-rate'
  const pairs = rows.map(row => {
    const { slots, found, figures } = row
    const places = new Map(slots.map((slot, at) => [JSON.stringify(slot), at]))
    const steps = slots.flatMap((slot, at) => {
      const before = places.get(JSON.stringify(previousSlot(slot)))
      const [from, to] = [before === undefined ? undefined : found[before], found[at]]
      return from && to ? [[from, to] as const] : []
    })
    const [first, last] = [figures[0], figures.at(-1)]
    if (isStepwise(query, row) && steps.length > 0) return steps
    return first && last && first !== last && isAlike(first, last) ? [[first, last] as const] : []
  })
  const single = pairs.flatMap(own => (own.length === 1 ? own : []))
  const ranked = isRate
    ? undefined
    : stateGrowthRank(single, directionOf(query), voice, rows.length + query.unknown.length)
  const isAll = single.length === pairs.flat().length
  if (ranked && isAll) return [ranked]
  const [steps = [], ...more] = pairs
  const each = more.length === 0 && steps.length > 2 ? stateSteps(steps, voice) : undefined
  if (each) return [each]
  return pairs.flatMap((own, at) => {
    const [first, ...others] = rows[at]?.figures ?? []
    // A list of years asks for each of them.
    const isListed = query.times.kind === 'each' && own.length === 1 && others.length > 1
    if (isListed && first && !isRate) return [stateSeries([first, ...others], voice)]
    return own.map(
      ([from, to]) =>
        (isRate ? stateAnnualRate(from, to, voice) : undefined) ??
        stateChange(from, to, voice, own.length > 1 ? [] : (rows[at]?.figures ?? [])),
    )
  })
}

/** An amount of a quarter is no change of that of a year. */
function isAlike({ metric, period }: Figure, { period: other }: Figure): boolean {
  const [days = 0, others = 0] = [daysOf(period), daysOf(other)]
  return metric.kind !== 'flow' || Math.abs(days - others) < MOST_APART
}

function directionOf({ bare }: Query): Direction {
  return /\b(?:slow|least|declin|fell|drop|decreas)/i.test(bare) ? 'lowest' : 'highest'
}

/** Compares companies with one figure each; lists several figures of one company in order. */
function stateRows(query: MetricQuery, rows: readonly Row[], { book, voice }: Scene): Statement[] {
  const { operation, times } = query
  const sharer = findSharer(query)
  if (sharer || operation.kind === 'sum' || operation.kind === 'average') {
    const kind = operation.kind === 'average' ? 'average' : 'sum'
    return stateTogether(rows, query, kind, { ...voice, sharer })
  }
  const known = rows.flatMap(({ figures: [first, ...rest] }): Figures[] =>
    first ? [[first, ...rest]] : [],
  )
  const wanted = operation.kind === 'extreme' ? operation.direction : 'highest'
  const asked = query.companies.length + query.unknown.length
  // The better of two debts is the lower one.
  const isTurned = query.metric.good === 'down' && /\b(?:better|best|worst)\b/i.test(query.bare)
  const direction = isTurned === (wanted === 'highest') ? 'lowest' : 'highest'
  // Of two times that are named, "higher" asks how one differs from the other.
  const isPair = times.kind === 'each' && times.periods.length === 2
  if (operation.kind === 'extreme' && known.some(row => row.length > 1) && !isPair)
    return known.flatMap(row => stateExtreme(row, direction, voice) ?? [])
  const isOneMetric = new Set(known.flat().map(({ metric }) => metric.name)).size === 1
  const isOneEach = known.length > 1 && isOneMetric && known.every(row => row.length === 1)
  const isTimes = aimsAt(query.bare, 'timesAs')
  // "Which of them made a loss?" is answered for each.
  const isOfLosses = operation.kind === 'value' && aimsAt(query.bare, 'loss')
  const result = RESULT.exec(query.clause)?.groups?.['result']
  if (isOneEach && result)
    return [stateResults(known.flat(), result === 'loss' ? result : 'profit', voice)]
  const met =
    isOneEach && query.condition && !query.condition.isGrowth
      ? stateMet(known.flat(), query.condition, voice)
      : undefined
  if (met) return [met]
  const compared =
    isOneEach && !isOfLosses
      ? stateComparison(known.flat(), direction, voice, { asked, isTimes })
      : undefined
  if (compared) return [compared]
  const race =
    known.length > 1 && isOneMetric && hasTable(voice)
      ? stateRace(known, voice, { asked, isShort: query.metrics.length > 1 })
      : undefined
  if (race) return [race]
  return known.map(row =>
    row.length > 1 ? stateSeries(row, voice) : stateFigure(row[0], voice, findBefore(book, row[0])),
  )
}

/** The company whose share of what all have together is asked for: the one that is named again. */
function findSharer({ clause, companies }: Query): Company | undefined {
  const isTogether = aimsAt(clause, 'sum') || aimsAt(clause, 'total')
  const items = LISTED.exec(clause)?.groups?.['items']?.split(/, (?:and )?| and /)
  if (!isTogether || !/^what share of /i.test(clause) || items?.length !== companies.length)
    return undefined
  const named = findMentions(clause, companies).map(({ company }) => company)
  return companies.length > 1 ? named.find((one, at) => named.indexOf(one) < at) : undefined
}

/** Adds up each company's times, or the companies if each has one figure. */
function stateTogether(
  rows: readonly Row[],
  { metric, unknown }: MetricQuery,
  kind: 'sum' | 'average',
  voice: Voice & { readonly sharer?: Company | undefined },
): Statement[] {
  const isOverTime = rows.some(({ figures }) => figures.length > 1)
  // Sums of rates, or of balances at several times, mean nothing.
  const canAdd =
    kind === 'average' || metric.kind === 'flow' || (metric.kind === 'balance' && !isOverTime)
  const figures = rows.flatMap(row => row.figures)
  const isComplete =
    unknown.length === 0 && rows.every(row => row.isComplete && row.figures.length > 0)
  return (isOverTime ? rows : [{ figures, isComplete }]).flatMap(row => {
    const isWhole = row.isComplete || isOverTime
    const total = canAdd && isWhole ? stateTotal(row.figures, kind, voice, voice.sharer) : undefined
    if (total) return [total]
    const [first, ...rest] = row.figures
    if (!isOverTime) return row.figures.map(one => stateFigure(one, voice))
    return first ? [stateSeries([first, ...rest], voice)] : []
  })
}

/** True if the figures make the question true; undefined if it does not ask whether, or they do not tell. */
function judge(query: Query, figures: readonly Figure[]): boolean | undefined {
  const { whether, companies, metrics, bare, times } = query
  const [first, ...others] = figures
  const last = others.at(-1)
  // The sentence that lists the years has the answer.
  const isListed = aimsAt(bare, 'whichYears') || (isMoved(whether) && asksForYears(bare))
  const isOfYears = query.isRace || isListed
  if (whether === undefined || !first || isOfYears) return undefined
  // "Did margins fall?" is true or false if it is so for all of them.
  if (metrics.length > 1) {
    const each = metrics.map(metric => {
      const own = figures.filter(one => one.metric.name === metric.name)
      return own.length > 0 ? judge({ ...query, metrics: [metric] }, own) : undefined
    })
    const told = new Set(each.filter(one => one !== undefined))
    return told.size === 1 && typeof whether !== 'object' ? told.has(true) : undefined
  }
  // Without a figure of each, those of one company say nothing about all of them.
  const asked = companies.length + query.unknown.length
  if (new Set(figures.map(({ company }) => company.cik)).size < asked) return undefined
  const tests = testsOf(query, figures)
  if (tests) {
    if (aimsAt(bare, 'always')) return tests.every(Boolean)
    // "Has it been profitable?" is neither true nor false if some years were.
    const isPart = tests.some(Boolean) && (aimsAt(bare, 'once') || undefined)
    return tests.every(Boolean) || (times.kind === 'each' ? isPart === true : isPart)
  }
  // The ends of a span show whether it is a rise or a fall.
  const isSpan = companies.length === 1 && isMoved(whether)
  const isOrdered = isMoved(whether) || whether === 'ahead' || whether === 'behind'
  if (!isOrdered || !last || last.metric.name !== first.metric.name) return undefined
  if (isSpan && query.isAgainstPrevious && others.length > 1) return undefined
  if (last.unit !== first.unit || (others.length > 1 && !isSpan)) return undefined
  const order = compare(first.value, last.value) * (companies.length === 2 ? 1 : -1)
  return order === (whether === 'fall' || whether === 'behind' ? -1 : 1)
}

/** Tests each of the times; undefined if only their ends tell. */
function testsOf({ whether, companies, metrics }: Query, figures: readonly Figure[]) {
  if (whether === 'gain' || whether === 'loss')
    return figures.map(({ value }) => signOf(value) === (whether === 'gain' ? 1 : -1))
  if (whether === 'enough' && companies.length === 1 && metrics[0]?.isCover)
    return figures.map(one => toNumber(one.value) >= 1)
  return typeof whether === 'object' && figures.length === 1
    ? figures.map(({ value }) => Math.abs(toNumber(value)) > whether.over)
    : undefined
}
