import { capital, joinAnd, say } from '../../text/say.ts'
import type { FactSection, FactStatement } from '../answer.ts'
import type { Attribute, Fact } from '../fact.ts'
import { byNumber } from '../select-facts.ts'
import { cellOf } from './describe-topic.ts'
import { nameOf, ownerOf, percent, sayFigure, sayValue, state } from './say-value.ts'
import { standingInWorld } from './standings.ts'
import { type Field, type Profile, type Reporting, type Topic, tableSection } from './topics.ts'

const LEAST_YEARS = 5
const RECENT = 5
const LEAST_STREAK = 3
const STARTS = [1990, 2000, 2010, 2019]

interface SeriesOptions {
  /** Years between the values that are shown. */
  readonly step: number
  /** True if the summary says it. */
  readonly isSaid: (statement: FactStatement) => boolean
}

/** Says how a series went, and shows it at intervals; every year of the last few. */
export function describeSeries(
  attribute: Attribute,
  profiles: readonly Profile[],
  { step, isSaid }: SeriesOptions,
): FactSection | undefined {
  const series = profiles.map(profile => profile.yearly(attribute))
  if (series.every(rows => rows.length < LEAST_YEARS)) return undefined
  const name = nameOfSeries(attribute)
  const said = series.flatMap(own =>
    saySeries(own, name).filter((one, at) => at > 0 || !isSaid(one)),
  )
  const { table, first } = tableOfSeries(series, profiles, step)
  return tableSection(`${capital(name)} since ${first}`, table, said)
}

/** Every year of a series. */
export function listSeries(
  attribute: Attribute,
  profiles: readonly Profile[],
): FactSection | undefined {
  const series = profiles.map(profile => profile.yearly(attribute))
  if (series.every(rows => rows.length < LEAST_YEARS)) return undefined
  const { table } = tableOfSeries(series, profiles, 1)
  return tableSection(`Appendix: ${nameOfSeries(attribute)} by year`, table)
}

function tableOfSeries(
  series: readonly (readonly Fact[])[],
  profiles: readonly Profile[],
  step: number,
) {
  const years = new Set(series.flatMap(rows => rows.map(({ year = 0 }) => year)))
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const rows = [...years]
    .filter(year => year === first || year % step === 0 || year > last - RECENT)
    .toSorted((one, other) => one - other)
    .map(year => ({
      label: String(year),
      cells: series.map(own => {
        const fact = own.find(one => one.year === year)
        return fact && yearlyCell(fact)
      }),
    }))
  const columns = profiles.map(({ subject }) => subject.name)
  return { table: { columns, rows }, first }
}

/** Without the year, which the row has. */
function yearlyCell(fact: Fact): FactStatement {
  const cell = cellOf([fact])
  return { ...cell, text: cell.text.replace(` (${fact.year})`, '') }
}

/** From the first to the last value, the peak, and how long it has been rising or falling. */
export function saySeries(rows: readonly Fact[], name: string): FactStatement[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || rows.length < LEAST_YEARS) return []
  const owner = `${ownerOf(first.subject)} ${name}`
  const [peak = first] = byNumber(rows)
  const rate = yearlyRate(first, last)
  const verb = (last.number ?? 0) >= (first.number ?? 0) ? 'rose' : 'fell'
  const yearly = rate === undefined ? undefined : say`, ${Math.abs(rate)}% a year on average`
  return [
    state(
      say`${owner} ${verb} from ${sayFigure(first)} in ${first.year} to ${sayFigure(last)} in ${last.year}${yearly}`,
      ...[first, last],
    ),
    ...(peak === last || peak === first
      ? []
      : [state(say`${owner} was highest in ${peak.year}, at ${sayFigure(peak)}`, peak)]),
    ...sayStreak(rows, owner),
  ]
}

/** The yearly rate from several starts, since one start may mislead. */
function sayRates(rows: readonly Fact[], name: string): FactStatement | undefined {
  const last = rows.at(-1)
  if (!last) return undefined
  const rates = STARTS.flatMap(start => {
    const from = rows.find(({ year }) => year === start)
    const rate = from && yearlyRate(from, last)
    return from && rate !== undefined ? [{ from, rate }] : []
  })
  if (rates.length < 2) return undefined
  const listed = rates.map(
    ({ from, rate }) => `${String(rate).replace('-', '−')}% a year since ${from.year}`,
  )
  const text = `The start year matters: ${ownerOf(last.subject)} ${name} changed by ${listed.join(', ')} (up to ${last.year})`
  const sources = [...rates.map(({ from }) => from), last]
  return state({ text, numbers: rates.map(({ rate }) => rate), sources })
}

export function nameOfSeries({ label }: Attribute): string {
  return label.startsWith('GDP') ? 'GDP in current US dollars' : 'population'
}

function yearlyRate(from: Fact, to: Fact): number | undefined {
  const years = (to.year ?? 0) - (from.year ?? 0)
  if (years < 1 || !from.number || !to.number || from.number <= 0) return undefined
  return percent((to.number / from.number) ** (1 / years) - 1)
}

/** The years up to the last one in which the value moved one way. */
function sayStreak(rows: readonly Fact[], owner: string): FactStatement[] {
  const isFall = (at: number) => (rows[at]?.number ?? 0) < (rows[at - 1]?.number ?? 0)
  const end = rows.length - 1
  let at = end
  while (at > 0 && isFall(at) === isFall(end)) at -= 1
  const [from, to] = [rows[at], rows[end]]
  if (!from || !to || end - at < LEAST_STREAK || at === 0) return []
  const change = percent(Math.abs((to.number ?? 0) / (from.number ?? 1) - 1))
  const [verb, than] = isFall(end) ? ['fallen', 'lower'] : ['risen', 'higher']
  return [
    state(
      say`${owner} has ${verb} every year since ${from.year}: in ${to.year} it was ${change}% ${than} than in ${from.year}`,
      ...[from, to],
    ),
  ]
}

const LEAST_COMMON = 3
const MOST_SAID = 4

/** Says what would change the conclusion for one subject: another start, or a value a little off. */
export function testConclusion(
  topics: readonly Topic[],
  profile: Profile,
  reporting: Reporting,
): FactStatement[] {
  const rates = topics.flatMap(
    ({ series }) => (series && sayRates(profile.yearly(series), nameOfSeries(series))) ?? [],
  )
  const ranks = topics
    .flatMap(({ ranked }) => ranked)
    .flatMap(field => sayRankShift(field, profile, reporting) ?? [])
  return [...rates, ...ranks.slice(0, MOST_SAID)]
}

/** How far the rank would move if the value were a tenth lower or higher. */
function sayRankShift(field: Field, { subject }: Profile, reporting: Reporting) {
  const standing = standingInWorld(subject, field, reporting)
  const { number: own = 0 } = standing?.fact ?? {}
  if (!standing || own <= 0) return undefined
  const { fact, rank, count, ranked } = standing
  const others = ranked.filter(one => one !== fact)
  const rankAt = (value: number) => 1 + others.filter(({ number = 0 }) => number > value).length
  const [low, high] = [rankAt(own * 0.9), rankAt(own * 1.1)]
  const at = others.findIndex(({ number = 0 }) => number <= own)
  if (low === high) return undefined
  return state(
    say`By ${field.name} (${sayValue(fact)}), ${nameOf(subject)} is number ${rank} of ${count}; with ${10}% less it would be number ${low}, with ${10}% more number ${high}`,
    ...others.slice(Math.max(0, at - 1), at + 1),
  )
}

/** Says for several subjects whether the order by each field held in every year at hand. */
export function testOrder(topics: readonly Topic[], profiles: readonly Profile[]): FactStatement[] {
  const overtaken = topics.flatMap(({ series }) => {
    const rows = series && profiles.map(one => one.yearly(series))
    return (rows && sayOvertaking(rows, nameOfSeries(series))) ?? []
  })
  const fields = topics.flatMap(({ ranked }) => ranked)
  const orders = fields.flatMap(field => sayOrder(field, profiles) ?? [])
  return [...overtaken, ...orders.slice(0, MOST_SAID)]
}

function sayOrder(field: Field, profiles: readonly Profile[]): FactStatement | undefined {
  const rows = profiles.map(profile =>
    profile.rows(field).filter(({ number }) => number !== undefined),
  )
  const inYear = (year: number | undefined) =>
    rows.flatMap(own => own.find(one => one.year === year) ?? [])
  const years = (rows[0] ?? [])
    .flatMap(({ year }) => year ?? [])
    .filter(year => inYear(year).length === rows.length)
    .toSorted((one, other) => one - other)
  if (years.length < 2) return undefined
  const names = years.map(year =>
    byNumber(inYear(year))
      .slice(0, 1)
      .map(one => nameOf(one.subject))
      .join(),
  )
  const held = Map.groupBy(years, year => names[years.indexOf(year)])
  const changes = [...held].map(([name, own]) => `${name} in ${joinAnd(own.map(String))}`)
  return state(
    new Set(names).size === 1
      ? say`${names[0]} was highest by ${field.name} in every year from ${years[0]} to ${years.at(-1)} for which all have a value`
      : say`The year decides who is highest by ${field.name}: ${changes.join('; ')}`,
    ...years.flatMap(inYear),
  )
}

/** The last year in which the order of two series changed. */
export function sayOvertaking(
  [one, other, ...more]: readonly (readonly Fact[])[],
  measure: string,
): FactStatement | undefined {
  if (!one || !other || more.length > 0) return undefined
  const pairs = one.flatMap(a => {
    const b = other.find(({ year }) => year === a.year)
    return b ? [[a, b] as const] : []
  })
  const [first, last] = [pairs[0], pairs.at(-1)]
  if (!first || !last || pairs.length < LEAST_COMMON) return undefined
  const isAhead = ([a, b]: readonly [Fact, Fact]) => (a.number ?? 0) > (b.number ?? 0)
  const [ahead, behind] = isAhead(last) ? last : [last[1], last[0]]
  const [name, rival] = [nameOf(ahead.subject), nameOf(behind.subject)]
  const at = pairs.findLastIndex(pair => isAhead(pair) !== isAhead(last))
  const since = pairs[at + 1]
  return at < 0
    ? state(
        say`${name} was ahead of ${rival} by ${measure} in every year from ${first[0].year} to ${last[0].year}`,
        ...[...first, ...last],
      )
    : state(
        say`${name} overtook ${rival} by ${measure} in ${since?.[0].year} and has been ahead since`,
        ...[...(pairs[at] ?? []), ...(since ?? []), ...last],
      )
}
