import type { Statement } from '../evidence/statement.ts'
import { blankOut } from '../text/lex/numbers.ts'
import { capital, joinAnd } from '../text/say.ts'
import { sayName } from './companies/company-names.ts'
import { findMentions } from './companies/find-companies.ts'
import { toNumber } from './decimal.ts'
import type { FactBook } from './fact-book.ts'
import { type Figure, isQuotient } from './figure.ts'
import type { Metric } from './metrics.ts'
import { calendarYearOf } from './period.ts'
import { findMetrics } from './question/find-metrics.ts'
import { aimsAt } from './question/read-aims.ts'
import { findUnknownNames } from './question/read-query.ts'
import { growthOf, type Phrase, state, type Voice } from './statements/say.ts'
import { setApart } from './statements/state-companies.ts'

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

/** Says which company comes out ahead, or last, by the figures together. */
export function conclude(
  question: string,
  figures: readonly Figure[],
  { book, voice }: Scene,
): readonly Statement[] {
  const mentions = findMentions(question, book.companies)
  const bare = blankOut(question, mentions)
  if (!aimsAt(bare, 'verdict')) return []
  const companies = [...Map.groupBy(seriesOf(figures), ({ last }) => last.company.cik).values()]
  // Of several that are compared, the only one with figures is neither better nor worse.
  return companies.length < 2
    ? []
    : judgeCompanies(companies, {
        isWorst: /\bworst\b/i.test(bare),
        among:
          mentions.length + findUnknownNames(question, { mentions, today: '' }).length >
          companies.length
            ? ` of the ${companies.length} with figures`
            : '',
        asked: [...new Set(findMetrics(question, mentions).map(({ metric }) => metric))],
      }).map(one => state(one, voice))
}

/** Growth of income says who does well, and growth of cash or of equity does not. */
const GROWN = new Set([
  'revenue',
  'gross-profit',
  'operating-income',
  'pretax-income',
  'net-income',
])

/** An amount, even per share, says how large something is, and only debt and its costs speak against having more of it. */
function isSize({ metric, last }: Series): boolean {
  return metric.good === 'up' && !isQuotient(last)
}

interface Judged {
  readonly isWorst: boolean
  /** " of the 2 with figures" if others are asked about. */
  readonly among: string
  readonly asked: readonly Metric[]
}

function seriesOf(all: readonly Figure[]): Series[] {
  const groups = Map.groupBy(all, ({ company, metric }) => `${company.cik} ${metric.name}`)
  return [...groups.values()].flatMap(own => {
    const figures = own.toSorted((a, b) => a.period.end.localeCompare(b.period.end))
    const [first, last] = [figures[0], figures.at(-1)]
    return first && last ? [{ metric: first.metric, figures, first, last }] : []
  })
}

/** Which company comes out ahead, or last: by growth where there are several times, otherwise by level. */
function judgeCompanies(
  companies: readonly (readonly Series[])[],
  { isWorst, asked, among }: Judged,
): Phrase[] {
  const metrics = [...new Set(companies.flat().map(({ metric }) => metric))]
  const hasRatios = companies.flat().some(({ last }) => isQuotient(last))
  const leads = metrics.flatMap(metric => {
    const found = companies.flatMap(own => own.filter(one => one.metric === metric))
    const all = setApart(found, ({ last }) => last).current
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
    if (!metric.good || rows.length < 2 || units.size > 1) return []
    const isOfSize = rows.every(isSize)
    if (isOfSize && !GROWN.has(metric.id) && metric.kind !== 'rate') return []
    const grown = rows.map(({ first, last }) => first !== last && growthOf(first, last)?.percent)
    const isGrowth = grown.every(one => typeof one === 'number')
    if (isOfSize && !isGrowth) return []
    // Beside ratios, the debt of a larger company speaks of its size.
    const isAmount = metric.kind !== 'rate' && !isGrowth
    if (hasRatios && isAmount && !rows.some(({ last }) => isQuotient(last))) return []
    const sign = (metric.good === 'up') === isWorst ? 1 : -1
    const [best, second] = rows
      .map(({ last }, at) => ({ last, value: isGrowth ? Number(grown[at]) : toNumber(last.value) }))
      .toSorted((a, b) => sign * (a.value - b.value))
    if (!best || best.value === second?.value) return []
    const isUp = metric.good === 'up'
    const course = !isUp ? 'change in' : best.value < 0 ? 'smaller fall in' : 'growth of'
    const worse = !isUp ? 'change in' : best.value < 0 ? 'fall in' : 'slower growth of'
    const level = isUp === isWorst ? 'lower ' : isUp ? '' : isWorst ? 'higher ' : 'lower '
    const by = isGrowth ? `${isWorst ? worse : course} ${metric.name}` : `${level}${metric.name}`
    const part = rows.length < companies.length ? ` (which ${rows.length} report)` : ''
    return [
      {
        ...{ by: by + part, name: sayName(best.last.company), metric },
        sources: rows.map(({ last }) => last),
      },
    ]
  })
  const all = leads.length
  const [winner, ...others] = [...Map.groupBy(leads, ({ name }) => name)]
    .map(([name, own]) => ({
      ...{ name, count: own.length },
      by: `by ${joinAnd(own.map(({ by }) => by))}`,
    }))
    .toSorted((a, b) => b.count - a.count)
  const [next, ...more] = others
  if (!winner) {
    // Only amounts that are neither good nor bad, or that grow with the company.
    const sizes = companies.flat().filter(one => isSize(one) || !one.metric.good)
    const names = [...new Set(sizes.map(({ metric }) => metric.name))]
    if (names.length === 0 || hasRatios) return []
    const verb = names.length > 1 || sizes[0]?.metric.isPlural ? 'say' : 'says'
    return [
      {
        text: `${capital(joinAnd(names))} ${verb} who is larger, not who is ${isWorst ? 'worse' : 'better'}`,
        numbers: [],
        sources: companies.flatMap(own =>
          own.flatMap(({ last }) => (sizes.some(one => one.last === last) ? last : [])),
        ),
      },
    ]
  }
  const verb = isWorst ? 'is behind' : 'leads'
  const count = next ? `${winner.count} of ${all}` : all === 2 ? 'both' : `all ${all}`
  const rest = [
    ...(next ? [`${next.name} ${verb} ${next.by}`] : []),
    ...more.map(({ name, by }) => `${name} ${by}`),
  ]
  const absent = asked.filter(
    metric => companies.filter(own => own.some(one => one.metric === metric)).length < 2,
  )
  const uncounted = asked.filter(
    one => !leads.some(({ metric }) => metric === one) && !absent.includes(one),
  )
  const isNone = !companies.flat().some(one => absent.includes(one.metric))
  const listOf = (some: readonly Metric[]) => joinAnd(some.map(({ name }) => name))
  const unsaid = [
    ...(uncounted.length > 0
      ? [
          `${listOf(uncounted)} ${uncounted.length > 1 || uncounted[0]?.isPlural ? 'do' : 'does'} not say who is ${isWorst ? 'worse' : 'better'}`,
        ]
      : []),
    ...(absent.length > 0
      ? [`there are ${isNone ? 'no' : 'too few'} figures for ${listOf(absent)}`]
      : []),
  ]
  const comes = `comes out ${isWorst ? 'last' : 'ahead'}${among}`
  const text =
    next?.count === winner.count
      ? `No clear ${isWorst ? 'last place' : 'winner'}: ${winner.name} ${verb} ${winner.by}`
      : all === 1 && unsaid.length > 0
        ? `${capital(winner.by)} alone, ${winner.name} ${comes}`
        : `${winner.name} ${comes} ${all > 1 ? `on ${count} measures, ` : ''}${winner.by}`
  return [
    {
      text: [text, ...rest, ...unsaid].join('; '),
      numbers: [winner.count, all, ...companies.map((_, at) => at + 1)],
      sources: leads.flatMap(({ sources }) => sources),
    },
  ]
}
