import type { FilingCover } from '../../extract/filing-cover.ts'
import type { Passage } from '../../library/passage.ts'
import type { Company, CompanyFact, FiscalPeriod, Quote } from '../../search/company-fact.ts'
import { tableRows } from '../../tables/document-tables.ts'
import { parseTable } from '../../tables/parse-table.ts'
import { statedScale } from '../../tables/scale.ts'
import {
  SCALE_FACTORS,
  type Table,
  type TableCell,
  type TableColumn,
  type TableRow,
} from '../../tables/table.ts'
import { METRICS, type Metric } from '../metrics.ts'
import { dayAfter } from '../period.ts'

const FEWEST_LINES = 3
/** A table under such a heading repeats or condenses the statements. */
const SECONDARY = /parent|condensed|pro forma|quarter|selected|unaudited|summary|guarantor/i
const PRIMARY =
  /consolidated|statements? of (?:income|operations|earnings|financial|cash)|balance sheet/i
/** Words of a header besides its time. */
const TIME_WORDS =
  /\b(?:as|at|of|on|for|the|in|fiscal|years?|ended|ending|twelve|months|weeks|audited|restated|as adjusted|note|except|per|share|amounts?|data|dollars?|thousands|millions|billions|us)\b|[$().,:'’\d]|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*/giu
/** Costs and payments count as positive, whether or not they are printed in parentheses. */
const SIGNED =
  /income|profit|earnings|^eps|cash-flow|equity|nonoperating|^cash$|retained|working|^income-tax$/

const UNIT = /\b(?:thousands|millions|billions)\b|\b000s?\b/i
/** A statement that goes on on the next page has its unit on the page before. */
const UNIT_WITHIN = 8_000
const LONGEST_UNIT_LINE = 250

interface Statement {
  readonly table: Table
  readonly lines: readonly StatementLine[]
  readonly weight: number
}

/** Reads the figures of a filing's statements, each with the row that states it. */
export function readStatements(
  passages: readonly Passage[],
  { cover, company }: { readonly cover: FilingCover; readonly company: Company },
): CompanyFact[] {
  const statements = tableRows('', passages)
    .flatMap(({ rows, context }) => parseTable(rows, context))
    .map(table => ({ table, lines: statementLines(table) }))
    .filter(({ lines }) => lines.length >= FEWEST_LINES)
    .map(statement => ({ ...statement, weight: weigh(statement) }))
    .toSorted((one, other) => other.weight - one.weight)
  const text = passages.map(one => one.text).join('')
  const pages = pageStarts(passages)
  const facts = new Map<string, CompanyFact>()
  const preferred = new Set<string>()
  for (const statement of statements) {
    const years = yearsOf(statement, cover)
    const costs = statement.lines.find(({ metric }) => metric.id === 'cost-of-revenue')
    const sign = (costs?.cells[0]?.number?.value ?? 0) < 0 ? -1 : 1
    const above = statedScale(unitAbove(statement, text))
    const units = unitsOf(statement)
    for (const line of statement.lines) {
      for (const cell of line.cells) {
        const year = years.get(cell.column.index)
        if (year === undefined) continue
        const scale = SCALE_FACTORS[above || cell.scale]
        const printing = { cover, company, pages, units, sign, scale }
        const fact = toFact(line, cell, year, printing)
        const key = `${fact.concept} ${year}`
        const isBetter = isPreferred(line) && !preferred.has(key)
        if (isBetter || !facts.has(key)) facts.set(key, fact)
        if (isBetter) preferred.add(key)
      }
    }
  }
  return [...facts.values()]
}

/** The statements themselves come before tables that repeat some of their lines. */
function weigh({ table: { context, rows }, lines }: Omit<Statement, 'weight'>): number {
  const { about, lead } = context
  const near = `${about.split('\n').slice(1).join(' ')} ${lead?.text ?? ''}`
  const share = lines.length / Math.max(rows.length, lines.length)
  return (
    lines.length * (0.5 + share) * (SECONDARY.test(near) ? 0.4 : 1) * (PRIMARY.test(near) ? 1.3 : 1)
  )
}

/** The fiscal year of each column; columns of quarters, changes and segments have none. */
function yearsOf({ table, lines }: Statement, cover: FilingCover): ReadonlyMap<number, number> {
  const used = new Set(lines.flatMap(({ cells }) => cells.map(({ column }) => column)))
  const columns = [...used].toSorted((one, other) => one.index - other.index)
  const dated = columns.flatMap(column => {
    const year = yearOf(column, cover)
    return year === undefined ? [] : [[column.index, year] as const]
  })
  // If two columns are of one year, they measure two things.
  const isDistinct = new Set(dated.map(([, year]) => year)).size === dated.length
  if (dated.length > 0) return new Map(isDistinct ? dated : [])
  // A statement that lost its header has the newest year first, unless it says otherwise elsewhere.
  const isUndated = table.columns.every(({ header }) => header === '')
  if (!isUndated || columns.length > 3) return new Map()
  return new Map(columns.map(({ index }, at) => [index, cover.fiscalYear - at]))
}

function yearOf({ period, header }: TableColumn, cover: FilingCover): number | undefined {
  const [year, ...others] = period?.years ?? []
  if (year === undefined || others.length > 0 || /^[qhm]/.test(period?.part ?? '')) return undefined
  if (/\b(?:three|six|nine) months|quarter|%|change/i.test(header)) return undefined
  if (/\p{L}{2}/u.test(header.replace(TIME_WORDS, ' '))) return undefined
  // A date is in the calendar year that the fiscal year ends in.
  const ahead = Number(cover.end.slice(0, 4)) - cover.fiscalYear
  return period?.month === undefined ? year : year - ahead
}

/** The short line nearest above the first figures that states a unit, such as a corner of the header. */
function unitAbove({ table: { rows } }: Statement, text: string): string {
  const first = rows[0]?.labelCell ?? rows[0]?.cells[0]
  const end = (first?.passage.start ?? 0) + (first?.start ?? 0)
  const lines = text.slice(Math.max(0, end - UNIT_WITHIN), end).split('\n')
  return lines.findLast(line => line.length <= LONGEST_UNIT_LINE && UNIT.test(line)) ?? ''
}

/** The first text that states the unit, and the first row with the sign of the currency. */
function unitsOf({ table: { context, columns, rows } }: Statement): Quote[] {
  const stated = [context.lead, ...columns.flatMap(({ cells }) => cells)].find(
    cell => cell && statedScale(cell.text) !== '',
  )
  const priced = rows.find(({ cells }) => cells.some(({ text }) => text.includes('$')))
  return [...(stated ? [stated] : []), ...(priced ? quoteOf(priced) : [])]
}

/** A row as the text has it. */
function quoteOf({ labelCell, cells }: TableRow): Quote[] {
  const [first] = cells
  const end = Math.max(0, ...cells.map(one => one.end))
  return first ? [{ passage: first.passage, start: labelCell?.start ?? first.start, end }] : []
}

interface Printing {
  readonly cover: FilingCover
  readonly company: Company
  readonly pages: PageOf
  readonly units: readonly Quote[]
  /** -1 if costs are printed as negative. */
  readonly sign: number
  readonly scale: number
}

function toFact(
  { metric, row }: StatementLine,
  cell: TableCell,
  year: number,
  { cover, company, pages, units, sign, scale }: Printing,
): CompanyFact {
  const { passage } = cell
  const isPerShare = metric.id.startsWith('eps') || metric.id === 'dividends-per-share'
  const isShares = /shares$/.test(metric.id)
  const printed = (cell.number?.value ?? 0) * (metric.id === 'income-tax' ? sign : 1)
  const page = pages(passage, row.labelCell?.start ?? cell.start)
  return {
    company,
    concept: metric.concepts[0] ?? metric.id,
    label: row.label,
    value: (SIGNED.test(metric.id) ? printed : Math.abs(printed)) * (isPerShare ? 1 : scale),
    unit: isPerShare ? 'USD/shares' : isShares ? 'shares' : 'USD',
    period: periodOf(year, cover, metric.kind === 'balance'),
    ...{ form: cover.form, filedOn: cover.end, url: passage.url },
    quotes: [...quoteOf(row), ...units],
    printed: { title: passage.title, page },
  }
}

function periodOf(fiscalYear: number, cover: FilingCover, isMoment: boolean): FiscalPeriod {
  const endIn = (age: number) => {
    const year = Number(cover.end.slice(0, 4)) - age
    const day = cover.end.slice(4)
    return day === '-02-29' ? `${year}-02-28` : `${year}${day}`
  }
  const age = cover.fiscalYear - fiscalYear
  const period = { end: endIn(age), fiscalYear, part: 'year' } as const
  return isMoment ? period : { ...period, start: dayAfter(endIn(age + 1)) }
}

/** Returns the page of an offset in a passage, from 1; form feeds separate pages. */
type PageOf = (passage: Passage, at: number) => number

function pageStarts(passages: readonly Passage[]): PageOf {
  const before = new Map<number, number>()
  let page = 1
  for (const { start, text } of passages.toSorted((a, b) => a.start - b.start)) {
    before.set(start, page)
    page += feedsIn(text)
  }
  return ({ start, text }, at) => (before.get(start) ?? 1) + feedsIn(text.slice(0, at))
}

function feedsIn(text: string): number {
  return text.split('\f').length - 1
}

/** A row of a printed statement that gives a metric. */
interface StatementLine {
  readonly metric: Metric
  readonly row: TableRow
  readonly cells: readonly TableCell[]
}

const PER_SHARE = 'Per share and shares'
const STATEMENTS = new Set(['Income statement', PER_SHARE, 'Balance sheet', 'Cash flow statement'])
const OF_OTHERS =
  /\b(?:to|of|from|by) (?:the )?(?:redeemable )?(?:and )?(?:non-?controlling|minority)|discontinued operations|parent company/i
/** Of several rows for a metric, also in several statements, the one that says this, or else the first. */
const PREFERRED: Readonly<Record<string, RegExp>> = {
  property: /\bnet\b/i,
  'net-income': /attributable to/i,
}
const TOTAL = /^total\b/i

function isPreferred({ metric, row }: StatementLine): boolean {
  return PREFERRED[metric.id]?.test(row.label) === true
}

const PATTERNS = METRICS.filter(
  ({ section, concepts }) => STATEMENTS.has(section ?? '') && concepts.length > 0,
).map(metric => ({
  metric,
  pattern: new RegExp(`^(?:${metric.printed ?? metric.asked})$`, 'iu'),
}))

/** Finds the rows of a table that give metrics, the best row for each. */
function statementLines({ rows }: Table): StatementLine[] {
  const found = rows.flatMap(row => {
    const cells = row.cells.filter(({ number, scale }) => number && scale !== 'percent')
    if (cells.length === 0 || OF_OTHERS.test(row.label)) return []
    return metricsOf(row).map(metric => ({ metric, row, cells }))
  })
  const byMetric = Map.groupBy(found, ({ metric }) => metric)
  return [...byMetric].flatMap(([{ id }, lines]) => {
    const preferred = PREFERRED[id] ?? TOTAL
    return lines.find(({ row }) => preferred.test(row.label)) ?? lines.slice(0, 1)
  })
}

/** The metrics that a row's label names, alone or with the section above it: "Earnings per share: basic". */
function metricsOf({ label, sections }: TableRow): Metric[] {
  const own = plainLabel(label)
  const whole = `${plainLabel(sections.at(-1)?.text ?? '')} ${own}`.trim()
  if (own === '') return []
  return PATTERNS.filter(
    ({ metric, pattern }) =>
      pattern.test(own) || (metric.section === PER_SHARE && pattern.test(whole)),
  ).map(({ metric }) => metric)
}

/** Without remarks in parentheses, "net of allowances" and the like. */
function plainLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replaceAll('’', "'")
    .replaceAll('&', 'and')
    .replace(/(?:\s*[,—–]\s*|\s+-\s+)(?:net of|less)\b.*$/, '')
    .replace(/(?:(?:\s*[,—–]\s*|\s+-\s+|\s+)(?:net|at cost))+\s*$/, '')
    .replace(/\s*[—–]\s*|(?<=\w)-(?=\w)|\s+-\s+/g, ' ')
    .replace(/[:*†.\s]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
