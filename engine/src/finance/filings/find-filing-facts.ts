import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { FILING_ALIAS, readFilingCover, readFilingTitle } from '../../extract/filing-cover.ts'
import type { Passage } from '../../library/passage.ts'
import type { SourcePolicy } from '../../policy/source-policy.ts'
import type { Company, CompanyFact } from '../../search/company-fact.ts'
import type { Source } from '../../search/source.ts'
import { findCompanies, findMentions } from '../companies/find-companies.ts'
import type { CompanyStore } from '../company-store.ts'
import type { LocalFacts } from '../local-facts.ts'
import { readStatements } from './read-statements.ts'

interface FiledDocument {
  readonly documentId: number
  readonly company: Company
  readonly form: string
  readonly fiscalYear: number
}

export interface FilingRequest {
  readonly source: Source
  readonly policy: SourcePolicy
  /** Knows tickers and other names of companies. */
  readonly store?: CompanyStore | undefined
}

const MOST_FILINGS = 5_000
const MOST_READ = 4
const MOST_KEPT = 16
/** Years back that a filing of a year also reports. */
const YEARS_REPORTED = 2
const YEAR = /(?<!\d)(?:FY\s?)?((?:19|20)\d{2})(?!\d)/gi

interface ReadFiling {
  readonly documentId: number
  readonly passages: readonly Passage[]
  readonly facts: readonly CompanyFact[]
}

const kept = new LRUCache<string, ReadFiling>({ max: MOST_KEPT })

/** Reads the statements of filings in the library that are of a company and a year in the question. */
export async function findFilings(question: string, request: FilingRequest): Promise<ReadFiling[]> {
  const { source, policy } = request
  const named = await source.findNamed([FILING_ALIAS], policy, MOST_FILINGS)
  if (named.length === 0) return []
  const filings = filedBy(named, request)
  const companies = [...new Set(filings.map(({ company }) => company))]
  const mentioned = new Set(findMentions(question, companies).map(({ company }) => company))
  const own = filings.filter(({ company }) => mentioned.has(company))
  const read: ReadFiling[] = []
  for (const filing of chooseFilings(own, question)) {
    const one = await readFiling(filing, source)
    if (one) read.push(one)
  }
  return read
}

/** The figures of such filings; undefined if there are none. */
export async function findFilingFacts(
  question: string,
  request: FilingRequest,
): Promise<LocalFacts | undefined> {
  const read = await findFilings(question, request)
  const facts = new Map<string, CompanyFact>()
  // The filing of the year asked for comes first; others add years that it lacks.
  for (const fact of read.flatMap(one => one.facts)) {
    const key = `${fact.company.cik} ${fact.concept} ${fact.period.fiscalYear}`
    if (!facts.has(key)) facts.set(key, fact)
  }
  if (facts.size === 0) return undefined
  return { facts: [...facts.values()] }
}

function filedBy(
  named: readonly { readonly documentId: number; readonly title: string }[],
  { store }: FilingRequest,
): FiledDocument[] {
  return named.flatMap(({ documentId, title }) => {
    const cover = readFilingTitle(title)
    if (!cover?.form.startsWith('10-K')) return []
    const { company: name, form, fiscalYear } = cover
    return [{ documentId, company: describe(name, store), form, fiscalYear }]
  })
}

const described = new LRUCache<string, Company>({ max: MOST_FILINGS })

function describe(name: string, store: CompanyStore | undefined): Company {
  const key = `${store !== undefined} ${name.toLowerCase()}`
  const kept = described.get(key)
  if (kept) return kept
  const [known] = store ? findCompanies(name, { directory: store.directory, kind: 'finance' }) : []
  const company = {
    ...{ cik: `filed by ${name}`, name, tickers: known?.tickers ?? [] },
    ...(known && { otherNames: [known.name, ...(known.otherNames ?? [])] }),
  }
  described.set(key, company)
  return company
}

/** Orders the filings by how near they are to the latest year asked for; older ones reach further back. */
function chooseFilings(filings: readonly FiledDocument[], question: string): FiledDocument[] {
  const years = Array.from(question.matchAll(YEAR), ([, year]) => Number(year))
  const [first, last] = [Math.min(...years), Math.max(...years)]
  if (years.length === 0)
    return [...Map.groupBy(filings, ({ company }) => company).values()]
      .flatMap(own => own.toSorted((a, b) => b.fiscalYear - a.fiscalYear).slice(0, 1))
      .slice(0, MOST_READ)
  return filings
    .filter(({ fiscalYear }) => fiscalYear >= first && fiscalYear <= last + YEARS_REPORTED)
    .toSorted(
      (one, other) =>
        Math.abs(one.fiscalYear - last) - Math.abs(other.fiscalYear - last) ||
        one.fiscalYear - other.fiscalYear,
    )
    .slice(0, MOST_READ)
}

async function readFiling(
  { documentId, company }: FiledDocument,
  source: Source,
): Promise<ReadFiling | undefined> {
  const passages = await source.read(documentId)
  const text = passages.map(one => one.text).join('')
  const key = `${documentId} ${company.cik} ${hash('sha256', text)}`
  const known = kept.get(key)
  if (known) return known
  const cover = readFilingCover(text)
  if (!cover) return undefined
  const read = { documentId, passages, facts: readStatements(passages, { cover, company }) }
  kept.set(key, read)
  return read
}
