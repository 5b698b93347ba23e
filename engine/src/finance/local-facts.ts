import type { Effort } from '../budgets.ts'
import { translateQuestion } from '../facts/languages.ts'
import type { Company, CompanyFact } from '../search/company-fact.ts'
import type { DiscoverRequest } from '../search/finder.ts'
import {
  type CompanyMention,
  findCompanies,
  findMentions,
  mayNameCompanies,
} from './companies/find-companies.ts'
import type { CompanyStore } from './company-store.ts'
import { DEFINITIONS, readDefinition } from './define-metrics.ts'
import { conceptsOf, type Metric, metricOf, ratioOf } from './metrics.ts'
import { metricsIn } from './question/find-metrics.ts'
import { aimsAt, withoutNegated } from './question/read-aims.ts'
import { asksForOverview } from './question/read-query.ts'
import {
  type CompanyRanking,
  type GroupCount,
  latestYears,
  readGroupCount,
  readRanking,
} from './question/read-ranking.ts'
import { splitQuestions } from './question/split-questions.ts'
import { AVERAGE_SHARES } from './share-splits.ts'

/** Filed figures on this machine that a question may be answered from. */
export interface LocalFacts {
  readonly facts: readonly CompanyFact[]
  /** Set if clauses of the question rank companies instead of naming them. */
  readonly rankings?: readonly Ranking[]
  /** Metrics whose meaning is asked for. */
  readonly defined?: readonly Metric[]
  /** Figures of all companies of the same sector; undefined outside the index. */
  readonly peers?: (company: Company, metric: Metric) => LocalFacts | undefined
  /** Figures of another collection, to check those of the company against. */
  readonly checks?: (company: Company) => readonly CompanyFact[]
}

/** A clause that ranks companies, or counts them by sector. */
type Ranking = { readonly clause: string } & (
  | { readonly ranking: CompanyRanking }
  | { readonly groups: GroupCount }
)

interface LocalRequest extends Pick<DiscoverRequest, 'kind' | 'policy'> {
  readonly store: CompanyStore
  readonly today: string
  readonly effort: Effort
}

/** Unless the question says otherwise, a company's growth is that of its revenue. */
const GROWTH = metricOf('revenue')
const MOST_PEERS = 10
/** Conditions and measures that no figure here honours: an answer would be about something else. */
const UNREAD =
  /\b(?:exclud(?:e|es|ing)|except|other than|besides|apart from|aside from|not (?:over|above|under|below|more|less|including)|non-\w+|constant[- ]currency|pro forma)\b/i
/** Asks for the place of a named company in a ranking. */
const RANK = /\brank(?:s|ed|ing)?\b/i
const OF_FIRST =
  /(?:share|percent(?:age)?|fraction|proportion|%|how much|part)\s+(?:(?:is|was) (?:that|this|it) )?of\b|\b(?:relative|compared) to\b/i
const OF_THEM = /\b(?:each|they|them|their|these|those)\b/i
/** Metrics are looked for in time that grows with the cube of the text. */
const MOST_CHARACTERS = 2_000

/** Undefined if the question neither names a company of the store, nor ranks companies, nor asks for a meaning. */
export function findLocalFacts(input: string, request: LocalRequest): LocalFacts | undefined {
  const question = withoutNegated(input.slice(0, MOST_CHARACTERS))
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
  if (defined.length > 0 && request.policy.admits(DEFINITIONS)) return { facts: [], defined }
  const isOverview = asksForOverview(question)
  const isCount = readGroupCount(question, store) !== undefined
  if (!isOverview && !isCount && !mayNameCompanies(question, kind)) return undefined
  const companies = findCompanies(question, { directory: store.directory, kind, isOverview })
  const [company, ...others] = companies
  // A ranking of all companies, or the place of the only company that a question names.
  const focus =
    company && others.length === 0 && RANK.test(question)
      ? findMentions(question, [company])[0]
      : undefined
  const rankings = !company || focus ? readRankings(question, request, focus) : []
  if (rankings.length > 0) {
    const facts = rankings.flatMap(one => {
      if ('groups' in one) return []
      const { concepts, isGrowth } = one.ranking
      return across(one.ranking, [...concepts, ...(isGrowth ? AVERAGE_SHARES : [])], request)
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
    peers: (peer, of) => peersOf(peer, of, request),
    checks: one => admitted(store.standardised(one), request),
  }
}

/** The rankings that a question asks for, as a whole or clause by clause. */
function readRankings(
  question: string,
  request: LocalRequest,
  focus: CompanyMention | undefined,
): Ranking[] {
  let before: CompanyRanking | undefined
  const { today } = request
  const clauses = splitQuestions(question, { companies: [], today }).flatMap(({ text }) =>
    text.split(/,?\s+and\s+(?=its\s)/i),
  )
  return (focus ? [question] : clauses).flatMap((clause): Ranking[] => {
    const groups = readGroupCount(clause, request.store)
    if (groups) return [{ clause, groups }]
    const read = readRanking(clause, request, focus) ?? ofEach(clause, before)
    if (!read) return []
    const isOfBefore = before && read.isAmongThem && !/\d{4}/.test(clause)
    const { years, isYearNamed, calendarYear } = (isOfBefore && before) || read
    const ranking = { ...read, years, isYearNamed, ...(calendarYear && { calendarYear }) }
    before = ranking
    return [{ clause, ranking }]
  })
}

/** "How much did each earn?" is about the companies of the clause before, "what share of revenue is that?" about the first. */
function ofEach(clause: string, before: CompanyRanking | undefined): CompanyRanking | undefined {
  const [named] = metricsIn(clause)
  if (!before || !named) return undefined
  const share = OF_FIRST.test(clause) ? ratioOf(before.metric, named, 'percent') : undefined
  const isOfFirst = share !== undefined || /\bits\b/i.test(clause)
  if (!isOfFirst && !OF_THEM.test(clause)) return undefined
  const metric = share ?? named
  return {
    ...before,
    isOfFirst,
    metric,
    concepts: conceptsOf(metric),
    isGrowth: false,
    isAmongThem: true,
  }
}

/** The annual figures of the companies that are ranked. */
function across(
  { members, years }: Pick<CompanyRanking, 'members' | 'years'>,
  concepts: readonly string[],
  request: LocalRequest,
): CompanyFact[] {
  const ciks = new Set(members.map(({ cik }) => cik))
  const all = request.store.across(concepts, years)
  return admitted(
    all.filter(({ company }) => ciks.has(company.cik)),
    request,
  )
}

function peersOf(company: Company, metric: Metric, request: LocalRequest): LocalFacts | undefined {
  const { store } = request
  const sector = store.companies.find(one => one.cik === company.cik)?.sector
  if (!sector) return undefined
  const concepts = conceptsOf(metric)
  const years = latestYears(request.today)
  const members = store.companies.filter(one => one.sector === sector)
  const ranking: CompanyRanking = {
    ...{ metric, members, concepts, years, count: MOST_PEERS, focus: company },
    ...{ direction: 'highest', isGrowth: false, isYearNamed: false, isOfLosses: false },
    isAmongThem: false,
    scope: `S&P 500 companies in ${sector.toLowerCase()}`,
    isOfIndex: true,
  }
  return { facts: across(ranking, concepts, request), rankings: [{ clause: '', ranking }] }
}

/** The figures of filings that the caller's source controls admit. */
function admitted(facts: readonly CompanyFact[], { policy }: LocalRequest): CompanyFact[] {
  const byFiling = Map.groupBy(facts, ({ url }) => url)
  return [...byFiling.values()].flatMap(own => {
    const passage = own[0]?.quotes[0]?.passage
    return passage && policy.admits({ ...passage, countries: ['US'] }) ? own : []
  })
}
