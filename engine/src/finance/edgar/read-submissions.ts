import { isJsonObject } from '@footnote/contract/json-object'
import { cleanName } from './clean-name.ts'
import { dayOf } from './days.ts'
import { ACCESSION, FORM } from './read-company-facts.ts'

/** EDGAR's data on a company, with its newest filings. */
export interface Submissions {
  readonly name?: string
  readonly tickers: readonly string[]
  /** Month and day, such as `0930`. */
  readonly fiscalYearEnd?: string
  readonly filings: readonly ListedFiling[]
}

export interface ListedFiling {
  readonly accession: string
  readonly form: string
  readonly filedOn: string
  /** The end of the period that it reports on. */
  readonly reportsOn?: string
  /** The name of its main file. */
  readonly primaryDocument?: string
}

const MOST_FILINGS = 5_000
const MOST_TICKERS = 20
const TICKER = /^[A-Z0-9][A-Z0-9.-]{0,9}$/
const FILE_NAME = /^[\w-][\w.-]{0,150}\.(?:html?|txt|pdf)$/i

export function readSubmissions(reply: unknown): Submissions {
  if (!isJsonObject(reply)) return { tickers: [], filings: [] }
  const { name, tickers, fiscalYearEnd } = reply
  const known = typeof name === 'string' ? cleanName(name) : ''
  return {
    tickers: listOf(tickers)
      .slice(0, MOST_TICKERS)
      .filter((ticker): ticker is string => typeof ticker === 'string' && TICKER.test(ticker)),
    filings: readFilings(reply['filings']),
    ...(known !== '' && { name: known }),
    ...(typeof fiscalYearEnd === 'string' && { fiscalYearEnd }),
  }
}

/** EDGAR writes the list column by column. */
function readFilings(filings: unknown): ListedFiling[] {
  const recent = isJsonObject(filings) && isJsonObject(filings['recent']) ? filings['recent'] : {}
  const column = (name: string) => listOf(recent[name])
  const [forms, dates, reports, files] = [
    column('form'),
    column('filingDate'),
    column('reportDate'),
    column('primaryDocument'),
  ]
  return column('accessionNumber')
    .slice(0, MOST_FILINGS)
    .flatMap((accession, index): ListedFiling[] => {
      const [form, filedOn] = [forms[index], dates[index]]
      const [reportsOn, file] = [reports[index], files[index]]
      if (typeof accession !== 'string' || !ACCESSION.test(accession)) return []
      if (typeof form !== 'string' || !FORM.test(form)) return []
      if (typeof filedOn !== 'string' || dayOf(filedOn) === undefined) return []
      return [
        {
          accession,
          form,
          filedOn,
          ...(typeof reportsOn === 'string' && dayOf(reportsOn) !== undefined && { reportsOn }),
          ...(typeof file === 'string' && FILE_NAME.test(file) && { primaryDocument: file }),
        },
      ]
    })
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
