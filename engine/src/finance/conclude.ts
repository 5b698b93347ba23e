import type { Statement } from '../evidence/statement.ts'
import { joinAnd, list, say } from '../text/say.ts'
import { words } from '../text/words.ts'
import { isPlainWord, sayName } from './companies/company-names.ts'
import { findMentions } from './companies/find-companies.ts'
import { compare, toNumber } from './decimal.ts'
import type { FactBook } from './fact-book.ts'
import { type Figure, isQuotient } from './figure.ts'
import { findBefore } from './look-up.ts'
import type { Metric } from './metrics.ts'
import { calendarYearOf } from './period.ts'
import { namedIn } from './question/find-metrics.ts'
import { type Aim, aimsAt, findAim } from './question/read-aims.ts'
import {
  growthOf,
  nameOwner,
  nameTime,
  type Phrase,
  rounded,
  state,
  type Voice,
} from './statements/say.ts'

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

/** Says what the figures show together about each aim of the question. */
export function conclude(
  question: string,
  figures: readonly Figure[],
  { book, voice }: Scene,
): ReadonlyMap<Aim, readonly Statement[]> {
  const companies = [...Map.groupBy(seriesOf(figures), ({ last }) => last.company.cik).values()]
  const isOne = companies.length === 1
  // Of several that are compared, the only one with figures is neither better nor worse.
  const isAlone = isOne && companiesIn(question, book) > 1
  const isAgainst = isOne || /\b(?:its|their)\b/i.test(question)
  const judgeAll = () =>
    isOne || aimsAt(question, 'own')
      ? companies.flatMap(own => judgeCourse(own, book))
      : judgeCompanies(companies)
  const ways: Partial<Record<Aim, () => readonly Phrase[]>> = {
    verdict: () => (isAlone ? [] : judgeAll()),
    against: () => (isAgainst ? companies.flatMap(own => setAgainst(own, question)) : []),
    meaning: () => (isAlone || aimsAt(question, 'verdict') ? [] : judgeAll()),
    pace: () => companies.flatMap(own => own.flatMap(one => namePace(one, question, book))),
    trend: () => companies.flatMap(nameTrends),
  }
  const aims = (Object.keys(ways) as Aim[]).filter(aim => aimsAt(question, aim))
  return new Map(aims.map(aim => [aim, (ways[aim]?.() ?? []).map(one => state(one, voice))]))
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
    const rows = all.map(one => ({
      ...one,
      first: one.figures.find(({ period }) => calendarYearOf(period) >= start) ?? one.first,
    }))
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

/** A larger share is said as a multiple. */
const MOST_PERCENT = 200
/** Payments to shareholders are added up; other amounts are set against another one by one. */
const PAYOUTS = new Set(['dividends', 'buybacks'])

/** Sets amounts against the one that the question names behind them. */
function setAgainst(series: readonly Series[], question: string): Phrase[] {
  const at = findAim(question, 'against')
  const named = namedIn(question, []).toSorted((a, b) => a.start - b.start)
  const next = named.find(({ start }) => start >= at)
  // "Uber vs Lyft revenue" sets companies against each other.
  const isOther = words(question.slice(at, next?.start)).some(word => !isPlainWord(word))
  const [wanted] = isOther ? [] : (next?.metrics ?? [])
  const base = series.find(({ metric }) => metric === wanted)
  const parts = series.filter(
    ({ metric, last }) =>
      metric.kind === base?.metric.kind &&
      last.unit === base?.last.unit &&
      metric !== wanted &&
      !isQuotient(last),
  )
  if (!base || isQuotient(base.last)) return []
  const paid = parts.filter(({ metric }) => PAYOUTS.has(metric.id))
  const others = parts.filter(one => !paid.includes(one)).map(one => [one])
  const isWhole = named.every(
    ({ metrics: [one] }) =>
      !one || !PAYOUTS.has(one.id) || paid.some(({ metric }) => metric === one),
  )
  return [paid, ...others].flatMap(own =>
    own.length > 0 ? shareOf(own, base, isWhole ? question : '') : [],
  )
}

/** One amount, or several added up, as a percentage of another: over all times, and at their ends. */
function shareOf(parts: readonly Series[], base: Series, question: string): Phrase[] {
  const isFlow = base.metric.kind === 'flow'
  const figuresOf = (all: readonly Series[], time?: string) =>
    all.flatMap(({ figures }) =>
      figures.filter(one => shared.includes(nameTime(one)) && (!time || nameTime(one) === time)),
    )
  const shared = base.figures
    .map(nameTime)
    .filter(time => parts.every(({ figures }) => figures.some(one => nameTime(one) === time)))
    .slice(isFlow ? 0 : -1)
  const [start, end] = [shared[0], shared.at(-1)]
  if (start === undefined || end === undefined) return []
  const sumOf = (all: readonly Series[], time?: string) => {
    const own = figuresOf(all, time)
    return rounded(
      own.reduce((sum, { value }) => sum + toNumber(value), 0),
      base.last.unit,
      own,
    )
  }
  const percent = (time?: string) => {
    const [over = 0] = sumOf(parts, time).numbers
    const [under = 0] = sumOf([base], time).numbers
    return rounded((100 * over) / under, 'percent', [])
  }
  const isMore = /\bmore than\b/i.test(question)
  const isCovered = /\b(?:afford|cover)/i.test(question)
  const isOver = (percent().numbers[0] ?? 0) > 100
  const verdict = isMore || isCovered ? (isOver === isMore ? 'Yes: ' : 'No: ') : ''
  const names = joinAnd(parts.map(({ metric }) => metric.name))
  const at = isFlow ? 'in' : 'as of'
  const span = start === end ? `${at} ${end}` : `from ${start} to ${end}`
  const ends =
    start === end ? '' : say` (${percent(start)} for ${start}, ${percent(end)} for ${end})`
  const [part = 0] = percent().numbers
  const multiple = rounded(part / 100, 'times', [])
  const size = part > MOST_PERCENT ? say`${multiple} times` : say`${percent()} of`
  const said = say`${verdict}${nameOwner(base.last)} ${names} ${span} came to ${sumOf(parts)}, ${size} its ${base.metric.name} of ${sumOf([base])}${ends}`
  const years = figuresOf([base]).map(({ period }) => period.fiscalYear)
  return [{ ...said, numbers: [...said.numbers, ...years] }]
}

/** Says whether growth on the year before became slower or faster over the times that are asked for. */
function namePace({ metric, figures }: Series, question: string, book: FactBook): Phrase[] {
  const grown = figures.flatMap(figure => {
    const before = findBefore(book, figure)
    const growth = before && growthOf(before, figure)
    return growth ? [{ figure, growth }] : []
  })
  const [first, last] = [grown[0], grown.at(-1)]
  if (!first || !last || grown.length < 2) return []
  const isSlower = last.growth.percent < first.growth.percent
  const verdict = isSlower === /slow|los(?:t|ing)/i.test(question) ? 'Yes' : 'No'
  const rate = ({ figure, growth }: typeof first) => {
    const time = { ...say`${nameTime(figure)}`, numbers: [figure.period.fiscalYear] }
    return say`${growth.percent < 0 ? '−' : ''}${growth.size} in ${time}`
  }
  return [
    say`${verdict}: growth of ${nameOwner(last.figure)} ${metric.name} on the year before went from ${rate(first)} to ${rate(last)}`,
  ]
}

/** Says whether figures rise or fall steadily; quarters are compared with the same of the year before. */
function nameTrends(series: readonly Series[]): Phrase[] {
  const said = series.flatMap(({ metric: { name, kind, isPlural }, figures }) => {
    const isQuarterly = kind === 'flow' && figures.some(({ period }) => period.part !== 'year')
    const orders = figures.flatMap(({ value, period: { part, fiscalYear } }, at) => {
      const before = isQuarterly
        ? figures.find(({ period }) => period.part === part && period.fiscalYear === fiscalYear - 1)
        : figures[at - 1]
      return before ? [compare(value, before.value)] : []
    })
    if (orders.length < (isQuarterly ? 1 : 2)) return []
    const ups = orders.filter(one => one > 0).length
    const way = ups === 0 ? 'falling' : ups === orders.length ? 'rising' : 'without a steady trend'
    const basis = say`above the year before in ${ups} of ${orders.length} ${isQuarterly ? 'quarters' : 'years'}`
    return [{ ...say`${name} ${isPlural ? 'are' : 'is'} ${way} (${basis})`, sources: figures }]
  })
  return series[0] && said.length > 0 ? [say`${nameOwner(series[0].last)} ${list(said)}`] : []
}
