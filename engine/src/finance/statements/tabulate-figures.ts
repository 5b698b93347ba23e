import type { ComparisonTable, Statement } from '../../evidence/statement.ts'
import { capital, joinAnd } from '../../text/say.ts'
import type { CiteFacts } from '../cite-facts.ts'
import { sayName } from '../companies/company-names.ts'
import { signOf, toNumber } from '../decimal.ts'
import { type Figure, isMoment, sayJumps, saySplits } from '../figure.ts'
import { calendarYearOf, isCalendar, sayDate } from '../period.ts'
import { exactAmount, tableAmount } from '../write-amount.ts'
import { nameTime } from './say.ts'

/** A longer table is there to be read, and not to be copied from. */
export const MOST_EXACT = 6
/** A year to the first days of October ends in late September too. */
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000
const LATE_DAY = 14
const HALF_QUARTER_MS = 45 * 24 * 60 * 60 * 1_000

/** Makes a table of figures, exact if they are few: companies as columns if each has one time, or else times. */
export function tabulateFigures(
  answers: readonly Figure[],
  cite: CiteFacts,
): ComparisonTable | undefined {
  const figures = distinctFigures(answers)
  if (figures.length === 0) return undefined
  const isOne = new Set(figures.map(({ company }) => company.cik)).size === 1
  const write = figures.length > MOST_EXACT ? tableAmount : exactAmount
  const hasAmounts = figures.some(one => /million/.test(write(one)))
  // Under "$ million", nothing is no other unit.
  const writeCell = (one: Figure) =>
    hasAmounts && signOf(one.value) === 0 ? write(one).replace(/^\$0$/, '$0 million') : write(one)
  const rowOf = (one: Figure) => `${one.metric.name} ${one.company.cik}`
  const isOneEach = [...Map.groupBy(figures, rowOf).values()].every(row => row.length === 1)
  const areYears = figures.every(({ period }) => period.part === 'year')
  // Quarters of different fiscal years share a column if they cover most of the same quarter.
  const areQuarters =
    !areYears && !isOne && figures.every(isQuarter) && !figures.every(one => isCalendar(one.period))
  const hasQuarters = figures.some(({ period }) => period.part.startsWith('Q'))
  const timeFor = (one: Figure) => {
    // Fiscal years that end on different days share a column if they cover most of the same year.
    if (areYears && !isOne) return String(calendarYearOf(one.period))
    if (areQuarters) return nameCalendarQuarter(one.period)
    // Among quarters, the balance at the end of a year is that of the fourth.
    const isLast = hasQuarters && isMoment(one) && one.period.part === 'year'
    const time = timeOf(isLast ? { ...one, period: { ...one.period, part: 'Q4' } } : one)
    if (!isOne) return time.replace(' fiscal ', ' ')
    return time.startsWith('fiscal')
      ? `${time} (${sayEnd({ period: { ...one.period, start: '' } })})`
      : time
  }
  const groupOf = (one: Figure) => capital(isOneEach ? sayName(one.company) : timeFor(one))
  const inTime = figures.toSorted((a, b) => a.period.end.localeCompare(b.period.end))
  const columns = [...new Set((isOneEach ? figures : inTime).map(groupOf))]
  const labelOf = (one: Figure) =>
    isOneEach ? capital(one.metric.name) : `${sayName(one.company)}: ${one.metric.name}`
  const rows = [...Map.groupBy(figures, labelOf)].map(([label, cells]) => {
    const isDated = isOneEach || (!isOne && nameYearEnd(cells) === undefined)
    const end = isOneEach || isOne ? '' : (nameYearEnd(cells) ?? '')
    return {
      label: `${label}${end}${saySplits(cells)}${sayJumps(cells)}`,
      cells: columns.map(group => {
        const figure = cells.find(one => groupOf(one) === group)
        const isPlain = !isOneEach && figure && isCalendar(figure.period)
        const date = figure && isDated && !isPlain ? ` (${sayEnd(figure)})` : ''
        return figure && cellOf(figure, `${writeCell(figure)}${date}`, cite)
      }),
    }
  })
  return { columns: ['', ...columns], rows }
}

function isQuarter({ period: { part, start } }: Figure): boolean {
  return part.startsWith('Q') || (part === 'year' && start === undefined)
}

/** "Third calendar quarter of 2024" for one that ends in August. */
function nameCalendarQuarter({ end }: Figure['period']): string {
  const middle = new Date(Date.parse(end) - HALF_QUARTER_MS)
  const place = Math.floor(middle.getUTCMonth() / 3)
  return `${['First', 'Second', 'Third', 'Fourth'][place]} calendar quarter of ${middle.getUTCFullYear()}`
}

/** " (fiscal years to late September)" if all end then; nothing behind calendar years. */
function nameYearEnd(figures: readonly Figure[]): string | undefined {
  const ends = figures.map(({ period }) => {
    const week = new Date(Date.parse(period.end) - WEEK_MS).toISOString().slice(0, 10)
    const [day, month] = sayDate(week).split(' ')
    const isNext = !period.end.startsWith(String(calendarYearOf(period)))
    if (isCalendar(period) || Number(day) < LATE_DAY) return isCalendar(period) ? '' : undefined
    const isAfter = period.fiscalYear > calendarYearOf(period)
    const next = isNext ? ` of the next year${isAfter ? ', by which they are named' : ''}` : ''
    return ` (fiscal years to late ${month}${next})`
  })
  return new Set(ends).size === 1 ? ends[0] : undefined
}

/** "10-K of 3 November 2023". */
export function nameFilings({ facts }: Figure): string {
  const filings = facts.map(({ fact: { form, filedOn } }) =>
    /^\d/.test(form) ? `${form} of ${sayDate(filedOn)}` : 'standardised data',
  )
  return joinAnd([...new Set(filings)])
}

/** A cell that cites the filings behind its figure. */
export function cellOf(figure: Figure, text: string, cite: CiteFacts): Statement {
  const { facts, value, period } = figure
  const dates = [9, 12, period.fiscalYear]
  const evidence = cite(facts.map(({ fact }) => fact))
  return { text, evidence, isVerbatim: false, computed: [toNumber(value), ...dates] }
}

/** Figures, each once. */
export function distinctFigures(figures: readonly Figure[]): Figure[] {
  const key = (figure: Figure) =>
    [figure.company.cik, figure.metric.name, timeOf(figure), figure.unit].join(' ')
  return [...new Map(figures.map(one => [key(one), one])).values()]
}

export function sayEnd({ period }: Pick<Figure, 'period'>): string {
  return `${period.start === undefined ? 'as of' : 'to'} ${sayDate(period.end)}`
}

/** A balance has the name of the period that it ends. */
function timeOf(figure: Figure): string {
  const { period, metric } = figure
  return nameTime({
    ...figure,
    metric: { ...metric, kind: 'flow' },
    period: { ...period, start: period.start ?? period.end },
  }).replace(/^the /, '')
}
