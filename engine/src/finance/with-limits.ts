import type { Statement } from '../evidence/statement.ts'
import { capital, joinAnd, say } from '../text/say.ts'
import { sayName } from './companies/company-names.ts'
import type { FactBook } from './fact-book.ts'
import { findFigure } from './find-figure.ts'
import { allFigures, type MetricQuery, type Row } from './look-up.ts'
import { metricOf, standInsFor } from './metrics.ts'
import { isCalendar } from './period.ts'
import { nameTime, nameTimeOf, state, type Voice } from './statements/say.ts'

const COMPARES =
  /^(?:how did the gap|which grew|which of (?!.* ma[dk]e a )|compare|rank|what (?:is|was) the difference|how many times|(?:is|was) .* than)\b/i

/** Before a span that begins later than the one that is asked for, which settles nothing. */
export const NOT_GIVEN = /^The filings here do not give/

interface Scene {
  readonly book: FactBook
  readonly voice: Voice
}

/** Says first in which way the figures are not those that were asked for. */
export function withLimits(
  statement: Statement,
  query: MetricQuery,
  rows: readonly Row[],
  scene: Scene,
): Statement {
  const given = withSubstitute(withAbsent(statement, query, rows), query, rows, scene.book)
  return withNewer(withBeginning(given, query, rows), query, rows, scene)
}

/** Says that the figure is another one, and why. */
function withSubstitute(
  statement: Statement,
  { metric }: MetricQuery,
  rows: readonly Row[],
  book: FactBook,
): Statement {
  const [one, ...others] = rows.flatMap(({ figures: [figure] }) => figure ?? [])
  if (!one || one.metric === metric || standInsFor(metric).every(near => near !== one.metric))
    return statement
  const { company, period } = one
  const slot = { kind: 'fiscal', year: period.fiscalYear, part: period.part } as const
  const [over, sign, under] = metric.formulas[0]?.of ?? []
  const absent = [over, under]
    .flatMap(id => (id === undefined || sign !== '÷' ? [] : metricOf(id)))
    .filter(part => !findFigure(book, { company, metric: part, slot }))
    .map(({ name }) => name)
  const who = others.length > 0 ? 'each of these companies' : sayName(company)
  const why =
    absent.length > 0 && others.length === 0
      ? `The ${metric.name} of ${who} cannot be calculated, because the filings here do not give its ${joinAnd(absent)}`
      : `The filings here do not give the ${metric.name} of ${who}, only the nearest figure`
  return { ...statement, text: `${why}: ${statement.text}` }
}

/** "; revenue is known for a later quarter", if the latest of the measure is not the latest of all. */
function withNewer(
  statement: Statement,
  { times, metric }: MetricQuery,
  rows: readonly Row[],
  { book, voice }: Scene,
): Statement {
  const [only, ...others] = rows.flatMap(({ figures }) => figures.at(-1) ?? [])
  const revenue = metricOf('revenue')
  const isLatest =
    times.kind === 'each' &&
    times.periods.some(one => one.kind === 'latest' && one.part === 'quarter')
  if (!isLatest || !only || others.length > 0 || metric === revenue) return statement
  const newest = allFigures(book, only.company, revenue).findLast(one =>
    one.period.part.startsWith('Q'),
  )
  if (!newest || newest.period.end <= only.period.end) return statement
  const more = state(say`revenue is known for a later quarter, ${nameTime(newest)}`, voice)
  return {
    ...statement,
    text: `${statement.text.replace(/\.$/, '')}; ${more.text.replace(/^R/, 'r')}`,
    evidence: [...statement.evidence, ...more.evidence],
    computed: [...(statement.computed ?? []), newest.period.fiscalYear],
  }
}

/** "The filings here give none for 2020: …", if the first year of a span that is asked for is not known. */
function withBeginning(statement: Statement, query: MetricQuery, rows: readonly Row[]): Statement {
  const [{ slots: [slot] = [], found = [] } = {}, ...others] = rows
  const isOne = others.length + query.unknown.length === 0 && query.times.kind === 'range'
  const first = found.find(one => one !== undefined)
  if (!isOne || found[0] || !first || slot?.kind !== 'fiscal' || first.metric !== query.metric)
    return statement
  const { metric, company, period } = first
  const year = nameTimeOf(slot, { metric, company, isCalendar: isCalendar(period) })
  const text = `The filings here do not give the ${metric.name} of ${sayName(company)} ${year}: ${statement.text}`
  return { ...statement, text, computed: [...(statement.computed ?? []), slot.year] }
}

/** "Revenue cannot be compared, because the filings here have none of Huawei: …", before the only figure. */
function withAbsent(statement: Statement, query: MetricQuery, rows: readonly Row[]): Statement {
  const { companies, unknown, metric, clause } = query
  const absent = companies.filter((_, at) => rows[at]?.figures.length === 0).map(sayName)
  const names = [...absent, ...unknown]
  if (names.length === 0 || companies.length - absent.length !== 1 || !COMPARES.test(clause))
    return statement
  const they = metric.isPlural ? 'them' : 'it'
  const why = `${capital(metric.name)} cannot be compared, because the filings here do not have ${they} for ${joinAnd(names)}`
  return { ...statement, text: `${why}: ${statement.text}`, named: names }
}
