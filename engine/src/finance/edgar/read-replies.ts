import { isJsonObject } from '@footnote/contract/json-object'
import type { Company } from '../../search/company-fact.ts'
import { cleanName } from '../companies/company-names.ts'
import { CONCEPTS } from '../metrics.ts'
import { dayOf } from './fiscal-calendar.ts'

/** EDGAR's data on a company, with its newest filings. */
export interface Submissions {
  readonly name?: string
  readonly tickers: readonly string[]
  /** Month and day, such as `0930`. */
  readonly fiscalYearEnd?: string
  readonly filings: readonly ListedFiling[]
}

interface ListedFiling {
  readonly accession: string
  readonly form: string
  readonly filedOn: string
  /** The end of the period that it reports on. */
  readonly reportsOn?: string
  /** The name of its main file. */
  readonly primaryDocument?: string
}

/** A figure as EDGAR lists it: by filing, with the dates that it is for. */
export interface ListedFigure extends Pick<ListedFiling, 'accession' | 'form' | 'filedOn'> {
  readonly concept: string
  readonly unit: string
  readonly value: number
  readonly start?: string
  readonly end: string
  /** The fiscal year of the filing, not of the figure. */
  readonly filingYear?: number
}

const MOST_COMPANIES = 50_000
const MOST_FILINGS = 5_000
const MOST_TICKERS = 20
const MOST_ROWS_PER_UNIT = 5_000
const MOST_UNITS = 8
const TICKER = /^[A-Z0-9][A-Z0-9.-]{0,9}$/
const ACCESSION = /^\d{10}-\d{2}-\d{6}$/
const FORM = /^[A-Z0-9][A-Z0-9 /-]{0,14}$/
const FILE_NAME = /^[\w-][\w.-]{0,150}\.(?:html?|txt|pdf)$/i
const UNIT = /^(?:[A-Z]{3}(?:\/shares)?|shares|pure)$/
const COUNTED = /NumberOfEmployees$/

/** Reads EDGAR's list of tickers; malformed rows are left out, and classes of shares are joined. */
export function readCompanies(reply: unknown): Company[] {
  const companies = new Map<string, Company & { readonly tickers: string[] }>()
  for (const row of Object.values(objectOf(reply)).slice(0, MOST_COMPANIES)) {
    const { cik_str: cik, ticker, title } = objectOf(row)
    if (!Number.isSafeInteger(cik) || Number(cik) <= 0 || Number(cik) > 9_999_999_999) continue
    if (typeof title !== 'string' || typeof ticker !== 'string') continue
    const [name, symbol] = [cleanName(title), ticker.toUpperCase()]
    if (name === '' || !TICKER.test(symbol)) continue
    const key = String(cik).padStart(10, '0')
    const known = companies.get(key)
    if (known) known.tickers.push(symbol)
    else companies.set(key, { cik: key, name, tickers: [symbol] })
  }
  return [...companies.values()]
}

export function readSubmissions(reply: unknown): Submissions {
  const { name, tickers, fiscalYearEnd, filings } = objectOf(reply)
  const known = typeof name === 'string' ? cleanName(name) : ''
  return {
    tickers: listOf(tickers)
      .slice(0, MOST_TICKERS)
      .filter(ticker => isLike(ticker, TICKER)),
    filings: readFilings(objectOf(objectOf(filings)['recent'])),
    ...(known !== '' && { name: known }),
    ...(typeof fiscalYearEnd === 'string' && { fiscalYearEnd }),
  }
}

/** EDGAR writes the list column by column. */
function readFilings(recent: Readonly<Record<string, unknown>>): ListedFiling[] {
  const names = ['form', 'filingDate', 'reportDate', 'primaryDocument']
  const columns = names.map(name => listOf(recent[name]))
  return listOf(recent['accessionNumber'])
    .slice(0, MOST_FILINGS)
    .flatMap((accession, at): ListedFiling[] => {
      const [form, filedOn, reportsOn, file] = columns.map(column => column[at])
      if (!isLike(accession, ACCESSION) || !isLike(form, FORM) || !isDay(filedOn)) return []
      return [
        {
          ...{ accession, form, filedOn },
          ...(isDay(reportsOn) && { reportsOn }),
          ...(isLike(file, FILE_NAME) && { primaryDocument: file }),
        },
      ]
    })
}

/** The figures of the concepts that are of interest; whatever is malformed is left out. */
export function readCompanyFacts(reply: unknown): ListedFigure[] {
  const facts = objectOf(objectOf(reply)['facts'])
  return [...CONCEPTS.keys()].flatMap(concept => {
    const [taxonomy = '', name = ''] = concept.split(':')
    const units = objectOf(objectOf(objectOf(facts[taxonomy])[name])['units'])
    return Object.entries(units)
      .slice(0, MOST_UNITS)
      .flatMap(([unit, rows]) => {
        // The unit of a headcount has many names.
        const known = UNIT.test(unit) ? unit : COUNTED.test(name) ? 'pure' : undefined
        const read = known === undefined ? [] : listOf(rows).slice(-MOST_ROWS_PER_UNIT)
        return read.flatMap(row => readRow(objectOf(row), concept, known ?? '') ?? [])
      })
  })
}

function readRow(
  row: Readonly<Record<string, unknown>>,
  concept: string,
  unit: string,
): ListedFigure | undefined {
  const { val: value, start, end, accn: accession, form, filed: filedOn, fy } = row
  if (typeof value !== 'number' || !isDay(end) || !isDay(filedOn)) return undefined
  // A value that a number cannot hold exactly cannot be quoted.
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER || String(value).includes('e')) return undefined
  if (!isLike(accession, ACCESSION) || !isLike(form, FORM)) return undefined
  if (start !== undefined && !isDay(start)) return undefined
  return {
    ...{ concept, unit, value, end, accession, form, filedOn },
    ...(start !== undefined && { start }),
    ...(Number.isSafeInteger(fy) && { filingYear: Number(fy) }),
  }
}

function isLike(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function isDay(value: unknown): value is string {
  return dayOf(value) !== undefined
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
