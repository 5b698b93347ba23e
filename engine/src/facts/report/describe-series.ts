import { capital, say } from '../../text/say.ts'
import type { FactSection, FactStatement } from '../answer.ts'
import type { Attribute, Fact } from '../fact.ts'
import { writeValue } from '../write-fact.ts'
import { tableSection } from './reporting.ts'
import { ownerOf, percent, sayFigure, state } from './say-value.ts'
import type { Profile } from './topics.ts'

const LEAST_YEARS = 5
const RECENT = 5
const LEAST_STREAK = 3
const STARTS = [1990, 2000, 2010, 2019]

/** Says how a series went, and shows it at intervals; every year of the last few. */
export function describeSeries(
  attribute: Attribute,
  profiles: readonly Profile[],
  step: number,
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
        return fact && { text: writeValue(fact), facts: [fact] }
      }),
    }))
  const columns = profiles.map(({ subject }) => subject.name)
  const said = series.flatMap(own => saySeries(own, name))
  return tableSection(`${capital(name)} since ${first}`, { columns, rows }, said)
}

/** From the first to the last value, the peak, and how long it has been rising or falling. */
function saySeries(rows: readonly Fact[], name: string): FactStatement[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || rows.length < LEAST_YEARS) return []
  const owner = `${ownerOf(first.subject)} ${name}`
  const peak = rows.reduce((top, row) => ((row.number ?? 0) > (top.number ?? 0) ? row : top))
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
export function sayRates(rows: readonly Fact[], name: string): FactStatement | undefined {
  const last = rows.at(-1)
  if (!last) return undefined
  const rates = STARTS.flatMap(start => {
    const from = rows.find(({ year }) => year === start)
    const rate = from && yearlyRate(from, last)
    return from && rate !== undefined ? [{ from, rate }] : []
  })
  if (rates.length < 2) return undefined
  const listed = rates.map(({ from, rate }) => `${rate}% a year since ${from.year}`)
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
