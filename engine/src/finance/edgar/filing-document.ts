import { hash } from 'node:crypto'
import type { Fact } from '../../facts/fact.ts'
import { writeFact } from '../../facts/write-fact.ts'
import PARTS from '../../facts/year-parts.json' with { type: 'json' }
import type { Document } from '../../library/document.ts'
import type { Company, CompanyFact } from '../../search/company-fact.ts'
import { toCompanyFact } from '../cite-facts.ts'
import { shortName } from '../companies/company-names.ts'
import { CONCEPTS } from '../metrics.ts'
import type { Figure, Filing } from './company-record.ts'

/** The statement of each line. */
const LINE_PLACES = new Map(
  [...new Set([...CONCEPTS.values()].map(({ line }) => line))].map((line, place) => [line, place]),
)

export interface FilingOf {
  readonly company: Company
  readonly filing: Filing
  /** Without a slash at its end. */
  readonly baseUrl: string
}

/** The page that lists a filing's files, for people to look it up. */
export function filingUrl(of: FilingOf): string {
  return `${folderUrl(of)}/${of.filing.accession}-index.htm`
}

/** The filing's main file, where EDGAR still lists it. */
export function primaryUrl(of: FilingOf): string | undefined {
  const { primaryDocument } = of.filing
  return primaryDocument === undefined ? undefined : `${folderUrl(of)}/${primaryDocument}`
}

function folderUrl({ company: { cik }, filing: { accession }, baseUrl }: FilingOf): string {
  return `${baseUrl}/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}`
}

/** Describes a filing, for all documents made from it. */
export function describeFiling({ company, filing }: Pick<FilingOf, 'company' | 'filing'>) {
  const { name, tickers } = company
  const [ticker] = tickers
  const known = ticker === undefined ? name : `${name} (${ticker})`
  const { form, filedOn, period } = filing
  const when = period
    ? `for ${PARTS[period.part].cited} ${period.fiscalYear}`
    : `filed on ${filedOn}`
  return {
    title: `${known} ${form} ${when}`,
    aliases: [...new Set([name, shortName(name), ...tickers])],
    publishedOn: filedOn,
    language: 'en',
    countries: ['US'],
  } as const
}

/** A document with a line for each of a filing's figures, by statement. */
export function filingDocument(of: FilingOf): Document {
  const described = describeFiling(of)
  const lines = new Map(rowsOf(of).map(row => [writeFact(row), row.attribute.section]))
  const sections = Map.groupBy(lines, ([, section]) => section)
  const written = [...sections].map(
    ([section, own]) => `## ${section}\n\n${own.map(([line]) => line).join('\n')}`,
  )
  const text = [`# ${described.title}`, ...written].join('\n\n')
  return { url: filingUrl(of), ...described, text: `${text}\n` }
}

/** A filing's figures, to calculate with. */
export function filingFacts(of: FilingOf): CompanyFact[] {
  return rowsOf(of).flatMap(row => toCompanyFact(of.company, row) ?? [])
}

function rowsOf(of: FilingOf): Fact[] {
  const { company, filing } = of
  const { title, publishedOn } = describeFiling(of)
  const source = { url: filingUrl(of), title, publishedOn, form: filing.form }
  return filing.figures.toSorted(byStatement).map(figure => toRow(figure, company, source))
}

function toRow(
  { concept, label, section, value, unit, period }: Figure,
  { cik, name }: Company,
  source: Fact['source'],
): Fact {
  const { start, end, fiscalYear: year, part } = period
  const place = hash('sha256', [source.url, concept, label, unit, start, end, value].join(' '))
  return {
    // Apart from all rows on disk.
    id: -Number.parseInt(place.slice(0, 12), 16),
    subject: { id: 0, kind: 'company', key: cik, name },
    attribute: { id: 0, collection: 'edgar', key: concept, section, label, kind: 'company' },
    ...{ number: value, unit, year, part, end },
    ...(start !== undefined && { start }),
    source,
  }
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
