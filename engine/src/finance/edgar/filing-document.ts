import { PARTS, writeNumber } from '../../facts/write-fact.ts'
import type { Document } from '../../library/document.ts'
import type { Company, CompanyFact, FiscalPeriod } from '../../search/company-fact.ts'
import { shortName } from '../companies/company-names.ts'
import { CONCEPTS } from '../metrics.ts'
import type { Figure, Filing } from './company-record.ts'

const EDGAR = 'https://www.sec.gov'

export interface FilingDocument {
  readonly document: Document
  readonly facts: readonly CompanyFact[]
}

/** The statement of each line. */
const LINE_PLACES = new Map(
  [...new Set([...CONCEPTS.values()].map(({ line }) => line))].map((line, place) => [line, place]),
)

interface FilingOf {
  readonly company: Company
  readonly filing: Filing
  /** Without a slash at its end; by default that of EDGAR itself. */
  readonly baseUrl?: string
}

/** The page that lists a filing's files, for people to look it up. */
export function filingUrl(of: FilingOf): string {
  return of.filing.url ?? `${folderUrl(of)}/${of.filing.accession}-index.htm`
}

/** The filing's main file, where EDGAR still lists it. */
export function primaryUrl(of: FilingOf): string | undefined {
  const { primaryDocument } = of.filing
  return primaryDocument === undefined ? undefined : `${folderUrl(of)}/${primaryDocument}`
}

function folderUrl({ company: { cik }, filing: { accession }, baseUrl = EDGAR }: FilingOf): string {
  return `${baseUrl}/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}`
}

/** Describes a filing, for all documents made from it. */
export function describeFiling({ company, filing }: Pick<FilingOf, 'company' | 'filing'>) {
  const { name, tickers } = company
  const [ticker] = tickers
  const known = ticker === undefined ? name : `${name} (${ticker})`
  const { form, filedOn, period } = filing
  return {
    title: isStandardised(filing)
      ? `${known} annual values standardised from its filings`
      : `${known} ${form} ${period ? `for ${namePeriod(period)}` : `filed on ${filedOn}`}`,
    aliases: [...new Set([name, shortName(name), ...tickers])],
    publishedOn: filedOn,
    language: 'en',
    countries: ['US'],
  } as const
}

/** A filing's figures as a document of fields, by statement, and each of them as a fact. */
export function filingDocument(of: FilingOf): FilingDocument {
  const { company, filing } = of
  const url = filingUrl(of)
  const described = describeFiling(of)
  const sections = new Map<string, string[]>()
  const facts = new Map<string, CompanyFact>()
  for (const figure of [...filing.figures].sort(byStatement)) {
    const quote = writeFigure(figure)
    if (facts.has(quote)) continue
    const { concept, label, value, unit, period, section } = figure
    const { form, filedOn } = filing
    facts.set(quote, { company, concept, label, value, unit, period, form, filedOn, url, quote })
    const lines = sections.get(section) ?? []
    sections.set(section, lines)
    lines.push(quote)
  }
  const written = [...sections].map(([section, lines]) => `## ${section}\n\n${lines.join('\n')}`)
  const text = [`# ${described.title}`, aboutFiling(of), ...written].join('\n\n')
  return { document: { url, ...described, text: `${text}\n` }, facts: [...facts.values()] }
}

function aboutFiling({ company, filing }: FilingOf): string {
  const { name, tickers } = company
  const { form, filedOn, period } = filing
  return [
    `Company: ${name}`,
    ...(tickers.length > 0 ? [`Ticker: ${tickers.join(', ')}`] : []),
    ...(isStandardised(filing)
      ? [`Compiled on: ${filedOn}`, 'Origin: SEC company facts; no value is traced to one filing']
      : [`Form: ${form}`, `Filed on: ${filedOn}`]),
    ...(period ? [`Period of report: ${namePeriod(period)}, ended ${period.end}`] : []),
  ].join('\n')
}

/** Returns whether others chose the values from several filings, so that none of them can be cited. */
export function isStandardised({ form }: Pick<Filing, 'form'>): boolean {
  return form === 'standardised'
}

/** In the order of the statements, and of one line the latest first. */
function byStatement(one: Figure, other: Figure): number {
  const places = placeOf(one) - placeOf(other)
  if (places !== 0 || one.label !== other.label) return places || (one.label < other.label ? -1 : 1)
  const [a, b] = [one.period, other.period]
  if (a.end !== b.end) return a.end > b.end ? -1 : 1
  // A quarter before the months up to its end.
  return (a.start ?? '') > (b.start ?? '') ? -1 : 1
}

function placeOf({ concept }: Figure): number {
  const line = CONCEPTS.get(concept)?.line
  return line === undefined ? LINE_PLACES.size : (LINE_PLACES.get(line) ?? 0)
}

/** `fiscal year 2023`, `Q3 of fiscal year 2023` and the like. */
function namePeriod({ part, fiscalYear }: Pick<FiscalPeriod, 'part' | 'fiscalYear'>): string {
  return `${PARTS[part]} ${fiscalYear}`
}

/**
 * Writes a figure as a complete field. The dates are in the label and only the fiscal year is in the value,
 * so that a search for a year finds the right one.
 */
export function writeFigure({ label, value, unit, period, isCover }: Figure): string {
  const { start, end } = period
  const dates = start === undefined ? end : `${start} to ${end}`
  const named = namePeriod(period)
  const when = isCover ? `reported with ${named}` : start === undefined ? `end of ${named}` : named
  const counted = unit === 'pure' ? '' : ` ${unit.replace('/shares', ' per share')}`
  return `${label} — ${dates}: ${writeNumber(value)}${counted} (${when})`
}
