import type { Statement } from '../evidence/statement.ts'
import { joinAnd } from '../text/say.ts'
import { sayName } from './companies/company-names.ts'
import { findMentions } from './companies/find-companies.ts'
import { compare, toNumber } from './decimal.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findBefore } from './look-up.ts'
import type { Metric } from './metrics.ts'
import { calendarYearOf } from './period.ts'
import { aimsAt } from './question/read-aims.ts'
import { growthOf, nameOwner, nameTime, type Phrase, state, type Voice } from './statements/say.ts'

/** One company's figures for one metric, oldest first. */
interface Series {
  readonly metric: Metric
  readonly figures: readonly Figure[]
  readonly first: Figure
  readonly last: Figure
}

interface Scene {
  readonly book: FactBook
  readonly voice: Voice
}

/** Says what the figures show together: which company is ahead, or whether one became better or worse. */
export function conclude(
  question: string,
  figures: readonly Figure[],
  { book, voice }: Scene,
): readonly Statement[] {
  if (!aimsAt(question, 'verdict')) return []
  const companies = [...Map.groupBy(seriesOf(figures), ({ last }) => last.company.cik).values()]
  const isOne = companies.length === 1
  // Of several that are compared, the only one with figures is neither better nor worse.
  if (isOne && companiesIn(question, book) > 1) return []
  const said =
    isOne || aimsAt(question, 'own')
      ? companies.flatMap(own => judgeCourse(own, book))
      : judgeCompanies(companies)
  return said.map(one => state(one, voice))
}

function companiesIn(question: string, { companies }: FactBook): number {
  return new Set(findMentions(question, companies).map(({ company }) => company)).size
}

function seriesOf(all: readonly Figure[]): Series[] {
  const groups = Map.groupBy(all, ({ company, metric }) => `${company.cik} ${metric.name}`)
  return [...groups.values()].flatMap(own => {
    const figures = own.toSorted((a, b) => a.period.end.localeCompare(b.period.end))
    const [first, last] = [figures[0], figures.at(-1)]
    return first && last ? [{ metric: first.metric, figures, first, last }] : []
  })
}

/** Judges whether a company's figures became better or worse, by the good direction of each. */
function judgeCourse(series: readonly Series[], book: FactBook): Phrase[] {
  const moves = series.flatMap(({ metric, last, ...own }) => {
    const { name, good } = metric
    const from = own.first === last ? findBefore(book, last) : own.first
    const order = from?.unit === last.unit ? compare(last.value, from.value) : 0
    if (!from || order === 0 || good === undefined) return []
    return [{ name, from, last, isUp: order > 0, isBetter: order > 0 === (good === 'up') }]
  })
  const [first] = moves
  if (!first) return []
  const nameAll = (own: typeof moves) => {
    const way = (isUp: boolean) => own.flatMap(one => (one.isUp === isUp ? one.name : []))
    const said = [`${joinAnd(way(true))} rose`, `${joinAnd(way(false))} fell`]
    return joinAnd(said.filter(one => !one.startsWith(' ')))
  }
  const [better, worse] = [moves.filter(one => one.isBetter), moves.filter(one => !one.isBetter)]
  const verdict = worse.length === 0 ? 'Better' : better.length > 0 ? 'Mixed' : 'Worse'
  const both = verdict === 'Mixed' ? `${nameAll(better)}, but ${nameAll(worse)}` : nameAll(moves)
  const ends = [first.from, first.last]
  // A series that begins later does not tell about the whole span.
  const isOneSpan = new Set(moves.map(({ from }) => from.period.fiscalYear)).size === 1
  const span = isOneSpan
    ? `between ${joinAnd(ends.map(nameTime))}`
    : 'over the years that filings give'
  return [
    {
      text: `${verdict}: ${nameOwner(first.last)} ${both} ${span}`,
      numbers: ends.map(({ period }) => period.fiscalYear),
      sources: moves.flatMap(({ from, last }) => [from, last]),
    },
  ]
}

/** Which company comes out ahead: by growth where there are several times, otherwise by level. */
function judgeCompanies(companies: readonly (readonly Series[])[]): Phrase[] {
  const metrics = [...new Set(companies.flat().map(({ metric }) => metric))]
  const leads = metrics.flatMap(metric => {
    const all = companies.flatMap(own => own.filter(one => one.metric === metric))
    // Growth is compared over the years that all of them have.
    const start = Math.max(...all.map(({ first }) => calendarYearOf(first.period)))
    const end = Math.min(...all.map(({ last }) => calendarYearOf(last.period)))
    const aligned = all.map(one => ({
      ...one,
      first: one.figures.find(({ period }) => calendarYearOf(period) >= start) ?? one.first,
      last: one.figures.findLast(({ period }) => calendarYearOf(period) <= end) ?? one.last,
    }))
    const rows = aligned.every(({ first, last }) => first !== last) ? aligned : all
    const units = new Set(rows.map(({ last }) => last.unit))
    if (!metric.good || rows.length < companies.length || units.size > 1) return []
    const grown = rows.map(({ first, last }) => first !== last && growthOf(first, last)?.percent)
    const isGrowth = grown.every(one => typeof one === 'number')
    const sign = metric.good === 'up' ? -1 : 1
    const [best, second] = rows
      .map(({ last }, at) => ({ last, value: isGrowth ? Number(grown[at]) : toNumber(last.value) }))
      .toSorted((a, b) => sign * (a.value - b.value))
    if (!best || best.value === second?.value) return []
    const course = sign > 0 ? 'change in' : best.value < 0 ? 'smaller fall in' : 'growth of'
    const level = sign > 0 ? `lower ${metric.name}` : metric.name
    const by = isGrowth ? `${course} ${metric.name}` : level
    return [{ by, name: sayName(best.last.company), sources: rows.map(({ last }) => last) }]
  })
  const [winner, ...others] = [...Map.groupBy(leads, ({ name }) => name)]
    .map(([name, own]) => ({
      name,
      count: own.length,
      by: `by ${joinAnd(own.map(({ by }) => by))}`,
    }))
    .toSorted((a, b) => b.count - a.count)
  const [next, ...more] = others
  if (!winner) return []
  const { name, by, count } = winner
  const ahead = next
    ? `comes out ahead on ${count} of ${leads.length} measures,`
    : 'comes out ahead'
  const isMixed = next?.count === count
  const rest = [
    next && `${next.name} leads ${next.by}`,
    ...more.map(one => `${one.name} ${one.by}`),
  ]
  const text = `${isMixed ? `Mixed: ${name} leads` : `${name} ${ahead}`} ${by}`
  return [
    {
      text: [text, ...rest.filter(one => one !== undefined)].join('; '),
      numbers: [count, leads.length],
      sources: leads.flatMap(({ sources }) => sources),
    },
  ]
}
