import { LRUCache } from 'lru-cache'
import type { Fact } from '../facts/fact.ts'
import type { Facts } from '../facts/open-facts.ts'
import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import type { CompanyDirectory } from './companies/company-names.ts'
import { createDirectory } from './companies/find-companies.ts'
import { type CompanyRecord, type Filing, kindOf } from './edgar/company-record.ts'
import { CONCEPTS } from './metrics.ts'

/** Companies whose filed figures are among the facts on this machine. */
export interface CompanyStore {
  /** Reads the list of companies now, so that the first question need not wait for it. */
  warm(): void
  readonly directory: CompanyDirectory
  readonly companies: readonly StoredCompany[]
  /** The list of the index's members, to be cited. */
  readonly index: { readonly url: string; readonly title: string; readonly publishedOn: string }
  /** The company's figures for the concepts. */
  record(company: Company, concepts?: readonly string[]): CompanyRecord
  /** The company's figures in the collection that filings are checked against. */
  standardised(company: Company): CompanyRecord
  /** Annual figures of all companies for the concepts and fiscal years. */
  across(concepts: readonly string[], years: readonly number[]): readonly CompanyRecord[]
}

export interface StoredCompany extends Company {
  /** By the index provider's classification; absent outside the S&P 500. */
  readonly sector?: string
  readonly industry?: string
}

const FILINGS = 'company-filings'
const STANDARDISED = 'company-standardised'
const MOST_RECORDS = 64

/** Reads the list of companies at the first use, and their figures on demand. */
export function openCompanyStore(facts: Facts): CompanyStore {
  let read: ReturnType<typeof readCompanies> | undefined
  let version = facts.version()
  const kept = new LRUCache<string, CompanyRecord>({ max: MOST_RECORDS })
  const list = () => {
    // A collection that was removed while the engine runs must not answer any more.
    if (version !== facts.version()) {
      version = facts.version()
      read = undefined
      kept.clear()
    }
    read ??= readCompanies(facts)
    return read
  }
  const attributeIds = new Map(
    facts
      .attributes()
      .filter(({ collection, key }) => collection === FILINGS && CONCEPTS.has(key))
      .map(({ id, key }) => [key, id]),
  )
  const idsOf = (concepts: readonly string[]) =>
    concepts.flatMap(concept => attributeIds.get(concept) ?? [])
  return {
    warm() {
      const [first] = list().companies
      if (first) this.record(first)
    },
    get companies() {
      return list().companies
    },
    get index() {
      return list().index
    },
    get directory() {
      return list().directory
    },
    record(company, concepts = [...attributeIds.keys()]) {
      const key = `${company.cik} ${concepts.join()}`
      const subject = list().subjects.get(company.cik)
      const attributes = idsOf(concepts)
      const rows = () => (subject ? facts.find({ subjects: [subject], attributes }) : [])
      const known = kept.get(key) ?? recordOf(company, rows())
      kept.set(key, known)
      return known
    },
    standardised(company) {
      const subject = list().subjects.get(company.cik)
      const own = facts.attributes().filter(({ collection }) => collection === STANDARDISED)
      const attributes = own.map(({ id }) => id)
      return recordOf(company, subject ? facts.find({ subjects: [subject], attributes }) : [])
    },
    across(concepts, years) {
      const rows = facts.find({ attributes: idsOf(concepts), years, parts: ['year'] })
      return [...Map.groupBy(rows, ({ subject }) => subject.key)].flatMap(([cik, own]) => {
        const company = list().byCik.get(cik)
        return company ? [recordOf(company, own)] : []
      })
    },
  }
}

/** Puts the members of the index first, because they are larger. */
function readCompanies(facts: Facts) {
  const ofIndex = (key: string) => {
    const attribute = facts.attributes().find(one => one.key === key)
    return attribute ? facts.find({ attributes: [attribute.id] }) : []
  }
  const textsOf = (rows: readonly Fact[]) =>
    new Map(rows.map(({ subject, text = '' }) => [subject.id, text]))
  const members = ofIndex('GICS Sector')
  const [sectors, industries] = [textsOf(members), textsOf(ofIndex('GICS Sub-Industry'))]
  const named = Map.groupBy(facts.namesOfKind('company'), ({ subject }) => subject.id)
  const isKept = facts.collections().some(({ key }) => key === FILINGS)
  const companies = (isKept ? [...named] : []).flatMap(([id, own]) => {
    const [first] = own
    if (!first) return []
    // A company that goes by its ticker has it among its names.
    const tickers = own
      .filter(({ isCode, name }) => isCode || /^[A-Z]{2,5}$/.test(name))
      .map(({ name }) => name)
    const otherNames = own.filter(({ isCode }) => !isCode).map(({ name }) => name)
    const { key: cik, name } = first.subject
    const [sector, industry] = [sectors.get(id), industries.get(id)]
    const company = { id, cik, name, tickers, otherNames }
    return [{ ...company, ...(sector && { sector }), ...(industry && { industry }) }]
  })
  // After a reorganisation the index lists a successor that has filed nothing yet, under the same ticker.
  const filers = [...Map.groupBy(companies, ({ tickers, cik }) => tickers[0] ?? cik).values()]
  const merged = filers.map((alike): (typeof companies)[number] =>
    Object.assign({}, ...alike.toSorted((a, b) => (a.cik < b.cik ? 1 : -1))),
  )
  const sorted = merged.sort((a, b) => Number(!a.sector) - Number(!b.sector))
  return {
    companies: sorted as readonly StoredCompany[],
    byCik: new Map<string, StoredCompany>(sorted.map(company => [company.cik, company])),
    subjects: new Map(sorted.map(({ cik, id }) => [cik, id])),
    directory: createDirectory(sorted),
    index: members[0]?.source ?? { url: '', title: '', publishedOn: '' },
  }
}

function recordOf(company: Company, rows: readonly Fact[]): CompanyRecord {
  const filings = [...Map.groupBy(rows, ({ source }) => source.url).values()].map(toFiling)
  return { company, filings: filings.sort((a, b) => (a.filedOn < b.filedOn ? 1 : -1)) }
}

/** The facts of one source, which is a filing or a list of standardised values. */
function toFiling(rows: readonly Fact[]): Filing {
  const { url = '', form = '', publishedOn: filedOn = '' } = rows[0]?.source ?? {}
  const kind = kindOf(form)
  const figures = rows.flatMap(({ attribute, number: value, unit, year, part, start, end }) => {
    const concept = attribute.key
    const known = CONCEPTS.get(concept)
    if (!known || value === undefined || !unit || !year || !part || !end) return []
    const period: FiscalPeriod = { ...(start && { start }), end, fiscalYear: year, part }
    const { line, ownLabel = line.label, isCover } = known
    return [
      { ...{ concept, value, unit, period, isCover }, section: line.section, label: ownLabel },
    ]
  })
  const latest = figures
    .filter(({ period, isCover }) => period.start !== undefined && !isCover)
    .sort((a, b) => (a.period.end < b.period.end ? 1 : -1))[0]?.period
  return {
    ...{ url, accession: '', form, kind, filedOn, figures },
    isAmendment: form.endsWith('/A'),
    ...(latest && kind !== 'other' && { period: latest }),
  }
}
