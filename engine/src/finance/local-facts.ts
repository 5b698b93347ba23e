import type { Effort } from '../budgets.ts'
import { translateQuestion } from '../facts/languages.ts'
import type { Document } from '../library/document.ts'
import type { Passage } from '../library/passage.ts'
import type { Company, CompanyFact } from '../search/company-fact.ts'
import type { DiscoverRequest } from '../search/finder.ts'
import { findCompanies, findMentions, mayNameCompanies } from './companies/find-companies.ts'
import type { CompanyStore } from './company-store.ts'
import { DEFINITIONS, readDefinition } from './define-metrics.ts'
import type { CompanyRecord } from './edgar/company-record.ts'
import { describeFiling, filingDocument, filingUrl } from './edgar/filing-document.ts'
import { conceptsOf, type Metric, metricOf } from './metrics.ts'
import { metricsIn } from './question/find-metrics.ts'
import { asksForOverview } from './question/read-query.ts'
import { type CompanyRanking, membership, readRanking } from './question/read-ranking.ts'
import { AVERAGE_SHARES } from './share-counts.ts'

/** Filed figures on this machine that a question may be answered from. */
export interface LocalFacts {
  readonly facts: readonly CompanyFact[]
  /** Lines of the document at an address, such as that of a filing. */
  readAt(url: string): readonly Passage[]
  /** Set if the question ranks companies instead of naming them. */
  readonly ranking?: CompanyRanking
  /** Metrics whose meaning is asked for. */
  readonly defined?: readonly Metric[]
  /** Figures of all companies of the same sector; undefined outside the index. */
  readonly peers?: (company: Company, of: PeersOf) => LocalFacts | undefined
  /** Figures of another collection, to check those of the company against. */
  readonly checks?: (company: Company) => LocalFacts
}

interface PeersOf {
  readonly metric: Metric
  readonly year: number
  /** Number of this call, from 0: each call has its own documents. */
  readonly at: number
}

interface LocalRequest extends Pick<DiscoverRequest, 'kind' | 'policy'> {
  readonly store: CompanyStore
  readonly today: string
  readonly effort: Effort
}

/** Unless the question says otherwise, a company's growth is that of its revenue. */
const GROWTH = metricOf('revenue')
/** Documents made here have ids below those of the run index. */
const FIRST_ID = -1_000_000_000
const INDEX_ID = -999_999_999
const MOST_PEERS = 10
/** Ids of checks are beyond those of all peers. */
const CHECKS = 100
/** Conditions and measures that no figure here honours: an answer would be about something else. */
const UNREAD =
  /\b(?:exclud(?:e|es|ing)|except|other than|besides|apart from|aside from|not (?:over|above|under|below|more|less|including)|non-\w+|constant[- ]currency|pro forma)\b/i
/** Asks for the place of a named company in a ranking. */
const RANK = /\brank(?:s|ed|ing)?\b/i
/** Metrics are looked for in time that grows with the cube of the text. */
const MOST_CHARACTERS = 2_000

/** Undefined if the question neither names a company of the store, nor ranks companies, nor asks for a meaning. */
export function findLocalFacts(input: string, request: LocalRequest): LocalFacts | undefined {
  const question = input.slice(0, MOST_CHARACTERS)
  const translated = () => translateQuestion(question).values()
  return (
    findIn(question, request) ??
    translated()
      .map(({ text }) => findIn(text, request))
      .find(found => found !== undefined)
  )
}

function findIn(question: string, request: LocalRequest): LocalFacts | undefined {
  const { store, kind, effort } = request
  if (UNREAD.test(question)) return undefined
  const defined = readDefinition(question)
  if (defined.length > 0 && request.policy.admits(DEFINITIONS))
    return { ...factsIn([], request), defined }
  const isOverview = asksForOverview(question)
  if (!isOverview && !mayNameCompanies(question, kind)) return undefined
  const companies = findCompanies(question, { directory: store.directory, kind, isOverview })
  const [company, ...others] = companies
  // A ranking of all companies, or the place of the only company that a question names.
  const focus =
    company && others.length === 0 && RANK.test(question)
      ? findMentions(question, [company])[0]
      : undefined
  const ranking = !company || focus ? readRanking(question, request, focus) : undefined
  if (ranking) {
    const concepts = [...ranking.concepts, ...(ranking.isGrowth ? AVERAGE_SHARES : [])]
    return { ...factsIn(across(ranking.members, concepts, ranking.years, store), request), ranking }
  }
  if (!company) return undefined
  // Fewer concepts mean less to read; without a metric, any of them may be meant.
  const metrics = metricsIn(question)
  const concepts = [...new Set([...[GROWTH, ...metrics].flatMap(conceptsOf), ...AVERAGE_SHARES])]
  const isWide = effort === 'exhaustive' || effort === 'frontier'
  const wanted = metrics.length > 0 && !isWide ? concepts : undefined
  const records = companies.map(one => store.record(one, wanted))
  return {
    ...factsIn(records, request),
    peers: (peer, of) => peersOf(peer, of, request),
    checks: one => factsIn([store.standardised(one)], request, FIRST_ID * CHECKS),
  }
}

/** The annual figures of the members for the concepts. */
function across(
  members: readonly Company[],
  concepts: readonly string[],
  years: readonly number[],
  store: CompanyStore,
): CompanyRecord[] {
  const ciks = new Set(members.map(({ cik }) => cik))
  return store.across(concepts, years).filter(({ company }) => ciks.has(company.cik))
}

function peersOf(
  { cik }: Company,
  { metric, year, at }: PeersOf,
  request: LocalRequest,
): LocalFacts | undefined {
  const { store } = request
  const sector = store.companies.find(one => one.cik === cik)?.sector
  if (!sector) return undefined
  const concepts = conceptsOf(metric)
  const members = store.companies.filter(one => one.sector === sector)
  const ranking: CompanyRanking = {
    ...{ metric, members, concepts, years: [year], count: MOST_PEERS },
    ...{ direction: 'highest', isGrowth: false, isYearNamed: true, isOfLosses: false },
    scope: `S&P 500 companies in ${sector.toLowerCase()}`,
    memberships: chosen => chosen.map(company => ({ ...membership(company, store), company })),
  }
  const records = across(members, concepts, [year], store)
  return { ...factsIn(records, request, FIRST_ID * (at + 2)), ranking }
}

function factsIn(
  records: readonly CompanyRecord[],
  { policy, store }: LocalRequest,
  firstId = FIRST_ID,
): LocalFacts {
  const filed = records
    .flatMap(({ company, filings }) => filings.map(filing => ({ company, filing })))
    .filter(of => policy.admits({ ...describeFiling(of), url: filingUrl(of) }))
    .map(filingDocument)
  const documents: Document[] = [...filed.map(({ document }) => document), DEFINITIONS]
  const byUrl = new Map(documents.map((document, at) => [document.url, { document, at }]))
  return {
    facts: filed.flatMap(({ facts }) => facts),
    readAt(url) {
      const found = byUrl.get(url)
      if (found) return toLines(found.document, firstId - found.at)
      return url === store.index.url ? toLines(membersOf(store), INDEX_ID) : []
    },
  }
}

function membersOf({ companies, index }: CompanyStore): Document {
  const members = companies.filter(({ sector }) => sector)
  const lines = members.map(company => membership(company, { companies, index }).quote)
  return { ...index, language: 'en', text: lines.join('\n') }
}

function toLines({ text, aliases: _, ...described }: Document, documentId: number): Passage[] {
  let start = 0
  return text.split('\n').flatMap(line => {
    const passage = { ...described, documentId, start, text: line }
    start += line.length + 1
    return line.trim() === '' ? [] : [{ ...passage, headings: [], score: 0 }]
  })
}
