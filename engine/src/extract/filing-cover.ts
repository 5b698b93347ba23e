import { MONTH_NAMES } from '../text/lex/dates.ts'

/** The cover of a report to the SEC. */
export interface FilingCover {
  readonly company: string
  /** `10-K`, `10-Q` and the like. */
  readonly form: string
  /** The last day of the reported period, as YYYY-MM-DD. */
  readonly end: string
  /** By the company's own count. */
  readonly fiscalYear: number
}

/** An annual report to shareholders may come before the form. */
const COVER_WITHIN = 60_000
const READ_FOR_YEAR = 400_000
const FORM = /\bform\s*(10|20|40)\s*[-‐‑‒–—]\s*([kqf](?:\/a|t)?)(?!\p{L})/iu
const MONTHS = MONTH_NAMES.join('|')
const ENDED = new RegExp(
  `\\b(?:fiscal |transition |quarterly )?(?:year|period)s? ended:?\\s*(${MONTHS})\\s+(\\d{1,2})\\s*,?\\s*(\\d{4})`,
  'iu',
)
const NAME = /([^\n]+?)[\s#]*\(\s*exact name of (?:the )?registrant/iu
const BEFORE_NAME = /^#+\s*|^.*\bcommission\s+file\s+(?:number|no\.?):?\s*[\d-]+\s*/giu
const LONGEST_NAME = 120
/** Years that end this early may be counted as the year before. */
const LAST_EARLY_MONTH = 2

/** The alias that all filings share, so that they can be listed. */
export const FILING_ALIAS = 'SEC filing on file'

/** Reads the cover of a filing; undefined for any other text. */
export function readFilingCover(text: string): FilingCover | undefined {
  const form = FORM.exec(text.slice(0, COVER_WITHIN))
  if (!form) return undefined
  const cover = text.slice(form.index, COVER_WITHIN + form.index)
  const company = (NAME.exec(cover)?.[1] ?? '').replace(BEFORE_NAME, '').trim()
  const [, month = '', day = '', year = ''] = ENDED.exec(cover) ?? []
  const at = MONTH_NAMES.findIndex(name => name.toLowerCase() === month.toLowerCase())
  if (company === '' || company.length > LONGEST_NAME || at < 0) return undefined
  const end = `${year}-${String(at + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
  return {
    company,
    form: `${form[1]}-${form[2]}`.toUpperCase(),
    end,
    fiscalYear: fiscalYearOf(text, Number(year), at + 1),
  }
}

/** A year to January is counted by the year it began in or ended in; the text says which more often. */
function fiscalYearOf(text: string, year: number, month: number): number {
  if (month > LAST_EARLY_MONTH) return year
  const read = text.slice(0, READ_FOR_YEAR)
  const count = (one: number) =>
    read.match(new RegExp(`\\bfiscal\\s+(?:year\\s+)?${one}\\b`, 'giu'))?.length ?? 0
  return count(year - 1) > count(year) ? year - 1 : year
}

const TITLE = /^(?<company>.+) — Form (?<form>\S+) for fiscal year (?<year>\d{4})$/u

export function filingTitle({ company, form, fiscalYear }: FilingCover): string {
  return `${company} — Form ${form} for fiscal year ${fiscalYear}`
}

/** Reads a title that `filingTitle` wrote. */
export function readFilingTitle(title: string): Omit<FilingCover, 'end'> | undefined {
  const { company, form, year } = TITLE.exec(title)?.groups ?? {}
  return company && form ? { company, form, fiscalYear: Number(year) } : undefined
}
