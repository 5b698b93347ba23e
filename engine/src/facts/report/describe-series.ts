import { capital, say } from '../../text/say.ts'
import type { FactSection, FactStatement } from '../answer.ts'
import type { Attribute, Fact } from '../fact.ts'
import { sayChange } from '../say-facts.ts'
import { byNumber } from '../select-facts.ts'
import { writeNumber } from '../write-fact.ts'
import { cellOf } from './describe-topic.ts'
import { nameOf, ownerOf, percent, roundNumbers, sayFigure, state } from './say-value.ts'
import { type Profile, tableSection } from './topics.ts'

const LEAST_YEARS = 5
const LEAST_COMMON = 3
const RECENT = 5
const LEAST_STREAK = 3

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
  const said = [sayOvertaking(series, name), ...series.flatMap(own => saySeries(own, name))]
  const columns = profiles.map(({ subject }) => subject.name)
  return tableSection(
    `${capital(name)} since ${first}`,
    { columns, rows },
    said.filter(one => !!one).filter(one => !isSaid(one)),
  )
}

/** Without the year, which the row has. */
function yearlyCell(fact: Fact): FactStatement {
  const cell = cellOf([fact])
  return { ...cell, text: cell.text.replace(` (${fact.year})`, '') }
}

/** From the first to the last value, the peak, and how long it has been rising or falling. */
export function saySeries(rows: readonly Fact[], name: string): FactStatement[] {
  const [first, last] = [rows[0], rows.at(-1)]
  const change = rows.length < LEAST_YEARS ? undefined : sayChange(rows)
  if (!first || !last || !change) return []
  const owner = `${ownerOf(first.subject)} ${name}`
  const [peak = first] = byNumber(rows)
  const isInside = peak !== last && peak !== first
  return [
    roundNumbers({ ...change, facts: [first, last] }),
    ...(isInside
      ? [state(say`${owner} was highest in ${peak.year}, at ${sayFigure(peak)}`, peak)]
      : []),
    ...sayStreak(rows, owner),
  ]
}

export function nameOfSeries({ label }: Attribute): string {
  return label.startsWith('GDP') ? 'GDP in current US dollars' : 'population'
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
  const rowOf = ({ subject }: Fact) => since?.find(one => one.subject.id === subject.id) ?? ahead
  // Figures that are rounded to the same number do not tell who is ahead.
  const isEqual = sayFigure(rowOf(ahead)).text === sayFigure(rowOf(behind)).text
  const figureOf = (fact: Fact) =>
    isEqual ? writeNumber(rowOf(fact).number ?? 0) : sayFigure(rowOf(fact))
  return at < 0
    ? state(
        say`${name} was ahead of ${rival} by ${measure} in every year from ${first[0].year} to ${last[0].year}`,
        ...[...first, ...last],
      )
    : state(
        say`${name} overtook ${rival} by ${measure} in ${since?.[0].year} (${figureOf(ahead)} against ${figureOf(behind)}) and has been ahead since`,
        ...[...(pairs[at] ?? []), ...(since ?? []), ...last],
      )
}
