import { LRUCache } from 'lru-cache'
import type { Fact } from '../facts/fact.ts'
import type { Facts } from '../facts/facts.ts'
import { quoteFact } from '../facts/write-fact.ts'
import type { Company, CompanyFact } from '../search/company-fact.ts'
import { toCompanyFact } from './cite-facts.ts'
import type { CompanyDirectory } from './companies/company-names.ts'
import { createDirectory } from './companies/find-companies.ts'
import { CONCEPTS } from './metrics.ts'

/** Companies whose filed figures are among the facts on this machine. */
export interface CompanyStore {
  /** Reads the list of companies now, so that the first question need not wait for it. */
  warm(): void
  readonly directory: CompanyDirectory
  readonly companies: readonly StoredCompany[]
  /** The company's filed figures for the concepts. */
  figures(company: Company, concepts?: readonly string[]): readonly CompanyFact[]
  /** Annual figures of companies for the concepts and fiscal years. */
  across(
    companies: readonly StoredCompany[],
    concepts: readonly string[],
    years: readonly number[],
  ): readonly CompanyFact[]
}

export interface StoredCompany extends Company {
  /** That of its subject among the facts. */
  readonly id: number
  /** By the index provider's classification; absent outside the S&P 500. */
  readonly sector?: string
  /** City and state, or country. */
  readonly headquarters?: string
}

const FILINGS = 'company-filings'
const MOST_RECORDS = 64

/** Reads the list of companies at the first use, and their figures on demand. */
export function openCompanyStore(facts: Facts): CompanyStore {
  let read: ReturnType<typeof readCompanies> | undefined
  let version = facts.version()
  const kept = new LRUCache<string, readonly CompanyFact[]>({ max: MOST_RECORDS })
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
  const idsOf = (concepts?: readonly string[]) =>
    facts
      .attributes()
      .filter(one => one.collection === FILINGS && CONCEPTS.has(one.key))
      .filter(({ key }) => concepts?.includes(key) ?? true)
      .map(({ id }) => id)
  const figuresOf = (company: Company, attributes: readonly number[]) => {
    const subject = list().subjects.get(company.cik)
    const rows = subject ? facts.find({ subjects: [subject], attributes }) : []
    return rows.flatMap(row => toCompanyFact(company, row) ?? [])
  }
  return {
    warm() {
      const [first] = list().companies
      if (first) this.figures(first)
    },
    get companies() {
      return list().companies
    },
    get directory() {
      return list().directory
    },
    figures(company, concepts) {
      const key = `${company.cik} ${concepts?.join()}`
      // Before anything that was kept is used.
      list()
      const known = kept.get(key) ?? figuresOf(company, idsOf(concepts))
      kept.set(key, known)
      return known
    },
    across(companies, concepts, years) {
      const { byCik } = list()
      // An index by subject is of use for few of them.
      const isFew = companies.length < byCik.size / 2
      const subjects = isFew ? { subjects: companies.map(({ id }) => id) } : {}
      const query = { ...subjects, attributes: idsOf(concepts), years, parts: ['year'] } as const
      return facts.find(query).flatMap(row => {
        const company = byCik.get(row.subject.key)
        return (company && toCompanyFact(company, row)) ?? []
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
  const bySubject = (rows: readonly Fact[]) => new Map(rows.map(row => [row.subject.id, row]))
  const sectors = bySubject(ofIndex('GICS Sector'))
  const industries = bySubject(ofIndex('GICS Sub-Industry'))
  const places = bySubject(ofIndex('Headquarters Location'))
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
    const [sector, industry, place] = [sectors, industries, places].map(all => all.get(id))
    return [
      {
        ...{ id, cik, name, tickers, otherNames },
        ...(sector && {
          sector: sector.text ?? '',
          listedAs: name,
          headquarters: place?.text ?? '',
          listing: [sector, industry ?? [], place ?? []].flat().map(quoteFact),
        }),
        ...(industry && { industry: industry.text ?? '' }),
      },
    ]
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
  }
}
