import type { ComparisonTable, Statement } from '../../evidence/statement.ts'
import { capital, joinAnd } from '../../text/say.ts'
import type { CiteFacts } from '../cite-facts.ts'
import { sayName } from '../companies/company-names.ts'
import { toNumber } from '../decimal.ts'
import { type Figure, isFormula, sayJumps, saySplits } from '../figure.ts'
import { calendarYearOf, isCalendar, sayDate } from '../period.ts'
import { exactAmount, tableAmount } from '../write-amount.ts'
import { nameTime } from './say.ts'

const MOST_ACROSS = 5
/** A longer table is there to be read, and not to be copied from. */
const MOST_EXACT = 6
/** A year to the first days of October ends in late September too. */
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000
const LATE_DAY = 14

/**
 * Makes a table of figures and their inputs, exact if they are few: companies as columns if each has one time, times as
 * columns for several times, and otherwise one row for each figure with its period and filing.
 */
export function tabulateFigures(
  answers: readonly Figure[],
  cite: CiteFacts,
  { withInputs = true } = {},
): ComparisonTable | undefined {
  const figures = distinctFigures([...answers, ...(withInputs ? sharedInputs(answers) : [])])
  if (figures.length === 0) return undefined
  const companies = new Set(figures.map(({ company }) => company.cik))
  const write = figures.length > MOST_EXACT ? tableAmount : exactAmount
  const rowsByCompany = Map.groupBy(figures, one => `${one.metric.name} ${one.company.cik}`)
  const isOneEach = [...rowsByCompany.values()].every(row => row.length === 1)
  if (isOneEach && companies.size === 1) return listFigures(figures, cite)
  const areYears = companies.size > 1 && figures.every(({ period }) => period.part === 'year')
  // Fiscal years that end on different days share a row if they cover most of the same year.
  const whenOf = areYears
    ? (one: Figure) => String(calendarYearOf(one.period))
    : (one: Figure) => (companies.size > 1 ? timeOf(one).replace(' fiscal ', ' ') : timeOf(one))
  const groupOf = isOneEach ? (one: Figure) => sayName(one.company) : whenOf
  const inTime = figures.toSorted((a, b) => a.period.end.localeCompare(b.period.end))
  const groups = Map.groupBy(isOneEach ? figures : inTime, groupOf)
  const columns = [...groups]
  const isOfOneMetric = new Set(figures.map(({ metric }) => metric.name)).size === 1
  const labelOf = (one: Figure) => {
    if (isOneEach || companies.size === 1) return capital(one.metric.name)
    // The heading names the metric.
    return isOfOneMetric ? sayName(one.company) : `${sayName(one.company)}: ${one.metric.name}`
  }
  const isOfOneTime = columns.every(([, own]) => isOfOneEnd(own))
  const rows = [...Map.groupBy(figures, labelOf)]
  const endOf = (own: readonly Figure[]) =>
    isOfOneTime ? '' : areYears && !isOneEach ? nameYearEnd(own) : undefined
  return upright({
    columns: [
      '',
      ...columns.map(([group, own]) =>
        isOfOneTime ? nameColumn(group, own, isOneEach) : capital(group),
      ),
    ],
    rows: rows.map(([label, cells]) => ({
      label: isOneEach
        ? label
        : `${label}${endOf(cells) ?? ''}${saySplits(cells)}${sayJumps(cells)}`,
      cells: columns.map(([group]) => {
        const figure = cells.find(one => groupOf(one) === group)
        const date = figure && endOf(cells) === undefined ? ` (${sayEnd(figure)})` : ''
        return figure && cellOf(figure, `${write(figure)}${date}`, cite)
      }),
    })),
  })
}

/** " (fiscal years to late September)" if all end then; nothing behind calendar years. */
function nameYearEnd(figures: readonly Figure[]): string | undefined {
  const ends = figures.map(({ period }) => {
    const week = new Date(Date.parse(period.end) - WEEK_MS).toISOString().slice(0, 10)
    const [day, month] = sayDate(week).split(' ')
    const isNext = !period.end.startsWith(String(calendarYearOf(period)))
    if (isCalendar(period) || Number(day) < LATE_DAY) return isCalendar(period) ? '' : undefined
    return ` (fiscal years to late ${month}${isNext ? ' of the next year' : ''})`
  })
  return new Set(ends).size === 1 ? ends[0] : undefined
}

/** Turns a table of many columns and fewer rows, which no page has room for. */
function upright({ columns, rows }: ComparisonTable): ComparisonTable {
  if (columns.length <= MOST_ACROSS || rows.length >= columns.length) return { columns, rows }
  return {
    columns: ['', ...rows.map(({ label }) => label)],
    rows: columns
      .slice(1)
      .map((label, at) => ({ label, cells: rows.map(({ cells }) => cells[at]) })),
  }
}

function listFigures(figures: readonly Figure[], cite: CiteFacts): ComparisonTable {
  return {
    columns: ['', 'Value', 'Period', 'Filing'],
    rows: figures.map(figure => ({
      label: `${capital(figure.metric.name)}${saySplits([figure])}`,
      cells: [exactAmount(figure), capital(timeOf(figure)), nameFilings(figure)].map(text =>
        cellOf(figure, text, cite),
      ),
    })),
  }
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

/** Inputs that are there for as many times as the answers; others would leave half a row empty. */
function sharedInputs(answers: readonly Figure[]): Figure[] {
  const rowOf = (one: Figure) => `${one.company.cik} ${one.metric.name}`
  const inputs = distinctFigures(answers.flatMap(inputsOf))
  const counts = Map.groupBy(distinctFigures(answers), rowOf)
    .values()
    .map(row => row.length)
  const least = Math.min(...counts)
  return [...Map.groupBy(inputs, rowOf).values()].filter(row => row.length >= least).flat()
}

/** The other metrics that it was calculated from; earlier periods of its own would only fill the table. */
function inputsOf(figure: Figure): Figure[] {
  const terms = isFormula(figure) ? (figure.terms ?? []) : []
  return terms.flatMap(({ figure }) => [figure, ...inputsOf(figure)])
}

/** With the date, where that of all figures is the same: "Fiscal 2023 (to 30 September 2023)". */
function nameColumn(group: string, own: readonly Figure[], isByCompany: boolean): string {
  const first = own.find(({ period }) => period.start !== undefined) ?? own[0]
  if (!first || (!isByCompany && timeOf(first).includes(sayEnd(first)))) return capital(group)
  return `${capital(group)} (${sayEnd(first)})`
}

export function sayEnd({ period }: Pick<Figure, 'period'>): string {
  return `${period.start === undefined ? 'as of' : 'to'} ${sayDate(period.end)}`
}

function isOfOneEnd(figures: readonly Figure[]): boolean {
  return new Set(figures.map(({ period }) => period.end)).size === 1
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
