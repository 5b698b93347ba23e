import type { Effort } from '../budgets.ts'
import type { Company, CompanyFact } from '../search/company-fact.ts'
import type { DiscoverRequest } from '../search/finder.ts'
import { findCompanies, findMentions, mayNameCompanies } from './companies/find-companies.ts'
import type { CompanyStore } from './company-store.ts'
import { DEFINITIONS, readDefinition } from './define-metrics.ts'
import { conceptsOf, type Metric, metricOf } from './metrics.ts'
import { metricsIn } from './question/find-metrics.ts'
import { aimsAt } from './question/read-aims.ts'
import {
  type CompanyRanking,
  type GroupCount,
  LATEST,
  readGroupCount,
  readRanking,
  yearsOf,
} from './question/read-ranking.ts'
import { AVERAGE_SHARES } from './share-splits.ts'

/** Filed figures on this machine that a question may be answered from. */
export interface LocalFacts {
  readonly facts: readonly CompanyFact[]
  /** Set if the question ranks companies instead of naming them. */
  readonly rankings?: readonly Ranking[]
  /** Metrics whose meaning is asked for. */
  readonly defined?: readonly Metric[]
  /** Figures of all companies of the sectors that some companies of the index are in. */
  readonly peers?: (companies: readonly Company[], metric: Metric) => readonly LocalFacts[]
}

/** A question that ranks companies, or counts them by sector. */
interface Ranking {
  readonly ranking?: CompanyRanking
  readonly groups?: GroupCount
}

interface LocalRequest extends Pick<DiscoverRequest, 'kind' | 'policy'> {
  readonly store: CompanyStore
  readonly today: string
  readonly effort: Effort
}

/** Unless the question says otherwise, a company's growth is that of its revenue. */
const GROWTH = metricOf('revenue')
const MOST_PEERS = 10
/** Metrics are looked for in time that grows with the cube of the text. */
const MOST_CHARACTERS = 2_000

/** Undefined if the question neither names a company of the store, nor ranks companies, nor asks for a meaning. */
export function findLocalFacts(input: string, request: LocalRequest): LocalFacts | undefined {
  const { store, kind, effort } = request
  const { question, without } = readExcept(input.slice(0, MOST_CHARACTERS), store)
  if (aimsAt(question, 'unread')) return undefined
  const defined = readDefinition(question)
  if (defined.length > 0 && request.policy.admits(DEFINITIONS)) return { facts: [], defined }
  const isOverview = aimsAt(question, 'overview')
  const isCount = readGroupCount(question, store) !== undefined
  const isOpen = isOverview || isCount
  if (!isOpen && !mayNameCompanies(question, kind)) return undefined
  const companies = findCompanies(question, { directory: store.directory, kind, isOverview })
  const [company, ...others] = companies
  // A ranking of all companies, or the place or the share of the only company that a question names.
  const isOfOne = aimsAt(question, 'rank') || /^what share of /i.test(question)
  const focus =
    company && others.length === 0 && isOfOne ? findMentions(question, [company])[0] : undefined
  const rankings = !company || focus ? readRankings(question, request, { focus, without }) : []
  if (rankings.length > 0) {
    const facts = rankings.flatMap(({ ranking }) => {
      if (!ranking) return []
      const shares = [ranking, ...ranking.filters].some(one => one.isGrowth) ? AVERAGE_SHARES : []
      return across(ranking, [...ranking.concepts, ...shares], request)
    })
    return { facts: [...new Set(facts)], rankings }
  }
  if (!company) return undefined
  // Fewer concepts mean less to read; without a metric, any of them may be meant.
  const metrics = metricsIn(question)
  const concepts = [...new Set([...[GROWTH, ...metrics].flatMap(conceptsOf), ...AVERAGE_SHARES])]
  const isWide = effort !== 'lite' && effort !== 'standard'
  const wanted = metrics.length > 0 && !isWide && !aimsAt(question, 'reason') ? concepts : undefined
  return {
    facts: admitted(
      companies.flatMap(one => store.figures(one, wanted)),
      request,
    ),
    peers: (of, metric) => peersOf(of, metric, request),
  }
}

/** The ranking or the count that a question asks for. */
function readRankings(
  question: string,
  request: LocalRequest,
  scope: NonNullable<Parameters<typeof readRanking>[2]>,
): Ranking[] {
  const groups = readGroupCount(question, request.store)
  if (groups) return [{ groups }]
  const ranking = readRanking(question, request, scope)
  return ranking ? [{ ranking }] : []
}

const EXCEPT =
  /,? (?:apart from|besides|except|other than) (?<names>\p{Lu}[^?]*?),?(?= (?:had?s?|have|grew|made)\b)/u

/** Takes the companies that a ranking leaves out from the question. */
function readExcept(question: string, { directory }: CompanyStore) {
  const found = EXCEPT.exec(question)
  const named = found?.groups?.['names'] ?? ''
  const without = findCompanies(named, { directory, kind: 'finance' })
  return without.length > 0 && without.length === named.split(/, (?:and )?| and /).length
    ? { question: question.replace(found?.[0] ?? '', ''), without }
    : { question, without: [] }
}

/** The annual figures of the companies that are ranked. */
function across(
  { members, years }: Pick<CompanyRanking, 'members' | 'years'>,
  concepts: readonly string[],
  request: LocalRequest,
): CompanyFact[] {
  const all = request.store.across(members, concepts, years)
  const ciks = new Set(members.map(({ cik }) => cik))
  return admitted(
    all.filter(({ company }) => ciks.has(company.cik)),
    request,
  )
}

function peersOf(
  companies: readonly Company[],
  metric: Metric,
  request: LocalRequest,
): LocalFacts[] {
  const { store } = request
  const ciks = new Set(companies.map(({ cik }) => cik))
  const own = store.companies.filter(({ cik }) => ciks.has(cik))
  const concepts = conceptsOf(metric)
  return [...new Set(own.flatMap(({ sector }) => sector ?? []))].map(sector => {
    const ranking: CompanyRanking = {
      ...{ metric, concepts, count: MOST_PEERS },
      members: store.companies.filter(one => one.sector === sector),
      ...{ direction: 'highest', isGrowth: false, filters: [] },
      ...{ times: LATEST, years: yearsOf(LATEST, request.today) },
      scope: `S&P 500 companies in ${sector.toLowerCase()}`,
      isOfIndex: true,
    }
    return { facts: across(ranking, concepts, request), rankings: [{ ranking }] }
  })
}

/** The figures of filings that the caller's source controls admit. */
function admitted(facts: readonly CompanyFact[], { policy }: LocalRequest): CompanyFact[] {
  const byFiling = Map.groupBy(facts, ({ url }) => url)
  return [...byFiling.values()].flatMap(own => {
    const passage = own[0]?.quotes[0]?.passage
    return passage && policy.admits({ ...passage, countries: ['US'] }) ? own : []
  })
}
