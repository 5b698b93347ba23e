import { capital, joinAnd, list, say } from '../../text/say.ts'
import type { FactStatement, FactTable } from '../answer.ts'
import type { Attribute, Fact } from '../fact.ts'
import { lower, round, sayAmount, sayChange } from '../say-facts.ts'
import { byNumber } from '../select-facts.ts'
import { writeNumber } from '../write-fact.ts'
import { cellOf, type RowByYear } from './describe-topic.ts'
import { nameOf, ownerOf, percent, roundNumbers, type Said, sayFigure, state } from './say-value.ts'
import type { Profile } from './topics.ts'

const LEAST_YEARS = 5
const LEAST_COMMON = 3
const RECENT = 5
const LEAST_STREAK = 3

/** Values by year: at intervals, and every year of the last few. */
export function tableByYear(all: readonly RowByYear[], step: number): FactTable {
  const years = [...new Set(all.flatMap(({ facts }) => facts.map(({ year = 0 }) => year)))]
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const shown = years
    .filter(year => year === first || year % step === 0 || year > last - RECENT)
    .toSorted((one, other) => one - other)
  const cellFor = (facts: readonly Fact[], year: number) => {
    const fact = facts.find(one => one.year === year)
    return fact && yearlyCell(fact)
  }
  const rows = all.map(({ label, facts }) => ({
    label,
    cells: shown.map(year => cellFor(facts, year)),
  }))
  return { columns: shown.map(String), rows }
}

/** The values of each series that sentences cite. */
export function tableOfCited(statements: readonly FactStatement[]): FactTable {
  const facts = new Set(statements.flatMap(one => one.facts))
  const labelOf = ({ subject, attribute }: Fact) => `${subject.name}: ${nameOfSeries(attribute)}`
  const all = [...Map.groupBy(facts, labelOf)].map(([label, own]) => ({ label, facts: own }))
  return tableByYear(all, 1)
}

/** The first and the last value of each series, and the change between them. */
export function tableOfChanges(all: readonly RowByYear[]): FactTable {
  const ends = all.map(({ label, facts }) => {
    const [first, last = first] = [facts[0], facts.at(-1)]
    return { label, facts: [first, last].filter(fact => fact !== undefined) }
  })
  const { columns, rows } = tableByYear(ends, 1)
  const changed = rows.map(({ label, cells }, at) => {
    const [first, last] = ends[at]?.facts ?? []
    return { label, cells: [...cells, first && last && changeCell(first, last)] }
  })
  return { columns: [...columns, 'Change'], rows: changed }
}

function changeCell(first: Fact, last: Fact) {
  const [from = 0, to = 0] = [first.number, last.number]
  const isRate = /%/.test(first.unit ?? '')
  const number = round(isRate ? to - from : (to / from - 1) * 100)
  const sign = number > 0 ? '+' : number < 0 ? '−' : ''
  const text = `${sign}${writeNumber(Math.abs(number))}${isRate ? ' points' : '%'}`
  // A percentage says nothing about a value that may be near zero or change its sign.
  const isOpen = !isRate && (from <= 0 || to <= 0)
  return { text: isOpen ? '—' : text, facts: [first, last], computed: [Math.abs(number)] }
}

/** The change from each value of a series to the next. */
export function tableOfSteps(steps: readonly (readonly Fact[])[]): FactTable {
  const isOne = new Set(steps.map(([one]) => one?.subject.id)).size === 1
  return {
    columns: ['From', 'To', 'Change', 'A year on average'],
    rows: steps.flatMap(([first, last]) => {
      if (!first || !last) return []
      const label = `${first.year} to ${last.year}`
      const cells = [yearlyCell(first), yearlyCell(last), changeCell(first, last)]
      return [
        {
          label: isOne ? label : `${first.subject.name}, ${label}`,
          cells: [...cells, yearlyChange(first, last)],
        },
      ]
    }),
  }
}

/** "Rose by 216% from 1960 to 1970, by 12% from 1970 to 1980 and fell by 3% from 1980 to 1990." */
export function saySteps(rows: readonly Fact[]): FactStatement | undefined {
  const [first, second] = rows
  if (!first || !second) return undefined
  let before = ''
  const steps = rows.slice(1).map((row, at) => {
    const start = rows[at] ?? row
    const { text, computed } = changeCell(start, row)
    const when = `from ${start.year} to ${row.year}`
    if (row.number === start.number) {
      before = ''
      return { said: `stayed the same ${when}`, computed }
    }
    const verb = (row.number ?? 0) < (start.number ?? 0) ? 'fell' : 'rose'
    const said = `${verb === before ? '' : `${verb} `}by ${text.replace(/^[+−]/, '').replace('points', 'percentage points')} ${when}`
    before = verb
    return { said, computed }
  })
  return {
    text: `${capital(ownerOf(first.subject))} ${nameOfSeries(first.attribute)} ${joinAnd(steps.map(({ said }) => said))}.`,
    facts: rows,
    computed: steps.flatMap(({ computed }) => computed),
  }
}

function yearlyChange(first: Fact, last: Fact): FactStatement | undefined {
  const years = (last.year ?? 0) - (first.year ?? 0)
  const [from = 0, to = 0] = [first.number, last.number]
  if (/%/.test(first.unit ?? '') || from <= 0 || to <= 0) return undefined
  const yearly = round(((to / from) ** (1 / years) - 1) * 100)
  const text = `${yearly < 0 ? '−' : '+'}${writeNumber(Math.abs(yearly))}%`
  return { text, facts: [first, last], computed: [Math.abs(yearly)] }
}

/** The series that have enough years. */
export function rowsOfSeries(attribute: Attribute, profiles: readonly Profile[]): RowByYear[] {
  return profiles.flatMap(profile => {
    const label = `${profile.subject.name}: ${nameOfSeries(attribute)}`
    const facts = profile.yearly(attribute)
    return facts.length < LEAST_YEARS ? [] : [{ label, facts }]
  })
}

/** How a series of one subject went, or who of two was ahead. */
export function sayCourse(attribute: Attribute, profiles: readonly Profile[]): FactStatement[] {
  const series = profiles.map(profile => profile.yearly(attribute))
  const name = nameOfSeries(attribute)
  const said = [sayOvertaking(series, name), ...series.flatMap(own => saySeries(own, name))]
  return said.filter(one => one !== undefined)
}

/** Without the year, which the row has. */
function yearlyCell(fact: Fact): FactStatement {
  const cell = cellOf([fact])
  return { ...cell, text: cell.text.replace(` (${fact.year})`, '').replace(/ people$/, '') }
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
  return lower(label.replace(' by year', '')).replace(' (current US$)', ' in current US dollars')
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

/** Ratios of two series that are worth a year. */
const MARKS = [1.5, 2, 3, 4, 5, 10, 20, 50, 100]
const MOST_MARKS = 5

/** How far two series are apart, first and last, and when the ratio passed round ones; or when one overtook the other. */
export function sayRatio(series: readonly (readonly Fact[])[]): FactStatement[] {
  const [one = [], other = [], ...more] = series
  const ratios = pairsOf(one, other).map(pair => {
    const [low, high] = byNumber(pair, 'lowest').map(({ number = 0 }) => number)
    return { pair, year: pair[0].year, ratio: (high ?? 0) / (low || Number.NaN) }
  })
  const [first, last] = [ratios[0], ratios.at(-1)]
  const isRate = /%/.test(last?.pair[0].unit ?? '')
  if (!first || !last || first === last || more.length > 0 || isRate) return []
  const [[leader], [top, second]] = [byNumber(first.pair), byNumber(last.pair)]
  if (!top || !second) return []
  const name = nameOfSeries(top.attribute)
  const [from, to] = [round(first.ratio), round(last.ratio)]
  if (leader && leader.subject.id !== top.subject.id) {
    const passed = sayOvertaking(series, name)
    const [late, early] = [top, leader].map(({ subject }) => ownerOf(subject))
    const ratios = say`${late} was ${to} times ${early} in ${`${last.year}`}, and ${early} ${from} times ${late} in ${`${first.year}`}`
    const own = state(ratios, ...[...first.pair, ...last.pair])
    return passed
      ? [
          {
            ...passed,
            text: `${passed.text.replace(/\.$/, '')}; ${own.text}`,
            facts: [...passed.facts, ...own.facts],
            computed: [...(passed.computed ?? []), ...(own.computed ?? [])],
          },
        ]
      : []
  }
  const isWider = last.ratio > first.ratio
  const [low, high] = [first.ratio, last.ratio].toSorted((a, b) => a - b) as [number, number]
  // Single years do not tell when.
  const marks = MARKS.filter(mark => mark > low && mark <= high && ratios.length >= LEAST_YEARS)
  const passed = (isWider ? marks : marks.toReversed()).slice(0, MOST_MARKS).flatMap(mark => {
    const at = ratios.find(({ ratio }) => (isWider ? ratio >= mark : ratio < mark))
    return at ? [{ mark, ...at }] : []
  })
  const said = joinAnd(passed.map(({ mark, year }) => `${mark} times in ${year}`))
  const when = said && `; it first ${isWider ? 'reached' : 'fell below'} ${said}`
  const moved = from === to ? 'stayed the same' : isWider ? 'widened' : 'narrowed'
  const isAhead = ratios.every(({ pair }) => byNumber(pair)[0]?.subject.id === top.subject.id)
  const gaps = ratios.map(({ pair: [a, b], year }) => ({
    ...sayAmount(Math.abs((a.number ?? 0) - (b.number ?? 0)), top),
    year,
  }))
  const listed = gaps.map(({ amount, year }) => `${amount.replace(/ people$/, '')} in ${year}`)
  return [
    ...(isAhead && gaps.length < LEAST_YEARS
      ? [
          state({
            text: `${ownerOf(top.subject)} ${name} was above ${ownerOf(second.subject)} by ${joinAnd(listed)}`,
            numbers: gaps.map(({ value }) => value),
            sources: ratios.flatMap(({ pair }) => pair),
          }),
        ]
      : []),
    state({
      text: `the gap ${moved}: ${ownerOf(top.subject)} ${name} was ${from} times ${ownerOf(second.subject)} in ${first.year} and ${to} times in ${last.year}${when}`,
      numbers: [from, to, ...marks],
      sources: [first, ...passed, last].flatMap(({ pair }) => pair),
    }),
  ]
}

/** The rows of years that both series have. */
function pairsOf(one: readonly Fact[], other: readonly Fact[]) {
  const byYear = new Map(other.map(row => [row.year, row]))
  return one.flatMap(a => {
    const b = byYear.get(a.year)
    return b ? [[a, b] as const] : []
  })
}

/** "$6.09 trillion against $5.76 trillion"; values that round to one number do not tell who is ahead. */
function sayAgainst([high, low]: readonly Fact[]): Said {
  const [one, other] = [high, low].map(fact => sayFigure(fact as Fact)) as [Said, Said]
  if (one.text !== other.text) return say`${one} against ${other}`
  const apart = { ...(high as Fact), number: (high?.number ?? 0) - (low?.number ?? 0) }
  return say`${one} each, ${sayFigure(apart)} apart`
}

/** When a series was back at the value that it had in a year, after it had fallen below. */
export function sayReturn(rows: readonly Fact[], year: number): FactStatement | undefined {
  const [level, ...later] = rows.filter(one => (one.year ?? 0) >= year)
  const last = later.at(-1)
  if (level?.year !== year || level.number === undefined || !last) return undefined
  const isBelow = ({ number = 0 }: Fact) => number < (level.number ?? 0)
  const fallen = later.findIndex(isBelow)
  const owner = `${ownerOf(level.subject)} ${nameOfSeries(level.attribute)}`
  const then = say`its level of ${`${year}`} (${{ ...sayFigure(level), sources: [level] }})`
  if (fallen < 0)
    return state(
      say`${owner} has not fallen below ${then} since: it was ${sayFigure(last)} in ${last.year}`,
      last,
    )
  const end = later.findIndex((one, at) => at > fallen && !isBelow(one))
  const back = later[end]
  const [low = last] = byNumber(later.slice(fallen, back ? end : undefined), 'lowest')
  return back
    ? state(
        say`${owner} returned to ${then} in ${back.year}: it was ${sayFigure(back)}, after a low of ${sayFigure(low)} in ${low.year}`,
        ...[back, low],
      )
    : state(
        say`${owner} has not returned to ${then}: it was ${sayFigure(last)} in ${last.year}`,
        last,
      )
}

/** The years in which one series was above another, and who has been ahead since. */
export function sayExceeding(
  one: readonly Fact[],
  other: readonly Fact[],
): FactStatement | undefined {
  const pairs = pairsOf(one, other)
  const [first, last] = [pairs[0], pairs.at(-1)]
  if (!first || !last || pairs.length < LEAST_COMMON) return undefined
  const isAbove = (pair: readonly [Fact, Fact] | undefined) =>
    (pair?.[0].number ?? 0) > (pair?.[1].number ?? 0)
  const starts = pairs.filter((pair, at) => isAbove(pair) && !isAbove(pairs[at - 1]))
  const ends = pairs.filter((pair, at) => isAbove(pair) && !isAbove(pairs[at + 1]))
  const [from, to] = [first[0].year, last[0].year]
  const measure = nameOfSeries(first[0].attribute)
  const [owner, rival] = first.map(({ subject }) => ownerOf(subject))
  const now = say`${sayAgainst(byNumber(last))} in ${to}`
  if (starts.length === 0)
    return state(
      say`${owner} ${measure} did not exceed ${rival} in any year from ${from} to ${to}: ${sayAgainst(last)} in ${to}`,
      ...[...first, ...last],
    )
  const since = starts.at(-1)
  if (starts.length === 1 && isAbove(last) && since && since !== first)
    return sayOvertaking([one, other], measure)
  const spans = starts.map((start, at) => {
    const [begun, ended] = [start[0].year, ends[at]?.[0].year]
    if (begun === from && ended === to) return say`in every year from ${`${from} to ${to}`}`
    if (ended === to) return say`since ${`${begun}`} (${sayAgainst(start)})`
    return say`${begun === ended ? `in ${begun}` : `from ${begun} to ${ended}`}`
  })
  const later = isAbove(last) ? undefined : pairs[pairs.indexOf(ends.at(-1) ?? last) + 1]
  const end = later ? `; ${nameOf(later[1].subject)} has been ahead since ${later[0].year}` : ''
  return state(
    say`${owner} ${measure} exceeded ${rival} ${list(spans)}${end}: ${now}`,
    ...[...starts, ...ends, later ?? [], first, last].flat(),
  )
}

/** The last year in which the order of two series changed. */
export function sayOvertaking(
  [one, other, ...more]: readonly (readonly Fact[])[],
  measure: string,
): FactStatement | undefined {
  if (!one || !other || more.length > 0) return undefined
  const pairs = pairsOf(one, other)
  const [first, last] = [pairs[0], pairs.at(-1)]
  if (!first || !last || pairs.length < LEAST_COMMON) return undefined
  const isAhead = ([a, b]: readonly [Fact, Fact]) => (a.number ?? 0) > (b.number ?? 0)
  const [ahead, behind] = isAhead(last) ? last : [last[1], last[0]]
  const [name, rival] = [nameOf(ahead.subject), nameOf(behind.subject)]
  const at = pairs.findLastIndex(pair => isAhead(pair) !== isAhead(last))
  const since = pairs[at + 1]
  const isNow = since?.[0].year === last[0].year
  const now = isNow ? say`` : say`: ${sayAgainst([ahead, behind])} in ${ahead.year}`
  return at < 0
    ? state(
        say`${name} was ahead of ${rival} by ${measure} in every year from ${first[0].year} to ${last[0].year}`,
        ...[...first, ...last],
      )
    : state(
        say`${name} overtook ${rival} by ${measure} in ${since?.[0].year} (${sayAgainst(byNumber(since ?? last))}) and has been ahead since${now}`,
        ...[...(pairs[at] ?? []), ...(since ?? []), ...last],
      )
}
