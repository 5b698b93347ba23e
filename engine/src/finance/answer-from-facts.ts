import type { Effort } from '../budgets.ts'
import type { ReportedFigures } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { rational } from '../tables/rational.ts'
import { capital, joinAnd } from '../text/say.ts'
import { answerOverview, type ProfileScene } from './answer-overview.ts'
import { type Answer, answerQuery, ofEach } from './answer-query.ts'
import { answerGroups, answerRanking } from './answer-ranking.ts'
import { answerTogether } from './answer-together.ts'
import { createCite, toHeldValue } from './cite-facts.ts'
import { sayName } from './companies/company-names.ts'
import { type CompanyMention, findMentions } from './companies/find-companies.ts'
import { conclude } from './conclude.ts'
import { stateDefinitions } from './define-metrics.ts'
import { answerDefinition } from './defined/answer-definition.ts'
import { describeFigures } from './describe-figures.ts'
import { createFactBook } from './fact-book.ts'
import { derivedFigure, type Figure } from './figure.ts'
import { judgeHealth } from './judge-health.ts'
import type { LocalFacts } from './local-facts.ts'
import { type Aim, aimsAt } from './question/read-aims.ts'
import { findUnknownNames, type Query, readQueries, readSentences } from './question/read-query.ts'
import { hasTimes } from './question/read-times.ts'
import { explainChange } from './statements/explain-change.ts'
import { createVoice, growthOf, isTabled, type Phrase, withoutDetails } from './statements/say.ts'
import { withSaid } from './statements/say-in-language.ts'
import { stateConflicts } from './statements/state-conflicts.ts'
import { distinctFigures, tabulateFigures } from './statements/tabulate-figures.ts'

export interface ReportedEvidence extends LocalFacts {
  readonly ledger: Ledger
  /** As YYYY-MM-DD. */
  readonly today: string
  /** How much is shown beyond the answer; nothing by default. */
  readonly effort?: Effort
  /** The language of the caller, if that is not English. */
  readonly language?: string | undefined
}

const MOST_STATEMENTS = 24
const MOST_LISTED = 10
const MOST_TABLED = 2
const MOST_SUMMED = 8
/** How many places of a ranking the table of each effort shows. */
const PLACES: Readonly<Record<Effort, number>> = {
  lite: 0,
  standard: 10,
  deep: 25,
  exhaustive: 50,
  frontier: 100,
}
const MOST_MISSING = 24
const VERDICT = /^(?:Yes|No): /
/**
 * Answers from reported figures, which are looked up or calculated exactly. Undefined if the question asks
 * for no figures.
 */
export function answerFromFacts(
  input: string,
  evidence: ReportedEvidence,
): ReportedFigures | undefined {
  const { facts, ledger, today, rankings, defined, language, effort = 'lite' } = evidence
  const cite = createCite(ledger)
  if (defined) {
    const statements = stateDefinitions(defined, cite)
    return { statements, conflicts: [], answered: [input], missing: [] }
  }
  if (rankings) return answerRankings(rankings, input, evidence)
  if (facts.length === 0) return undefined
  const book = createFactBook(facts)
  // A short answer has no table, and a long one leaves lists to it.
  const most = effort === 'lite' ? MOST_LISTED : effort === 'standard' ? undefined : MOST_TABLED
  const plain = createVoice(cite, most)
  const isReason = aimsAt(input, 'reason')
  const explained: Phrase[] = []
  const explain = (from: Figure, to: Figure) => {
    const why = explainChange({ from, to }, book)
    if (why) explained.push(why)
    return why
  }
  const voice = isReason ? { ...plain, explain } : plain
  const calculated = answerDefinition(input, book, voice)
  if (calculated) return calculated
  const queries = readQueries(input, { companies: book.companies, today }).flatMap(ofEach)
  const scene = { book, voice, effort, isAlone: queries.length === 1 }
  const answers = queries.map(query => ({
    ...answerOne(query, scene),
    ...{ query, clause: query.clause, isOpen: query.isOpen },
  }))
  // Of statements that say the same, the first has the dates.
  const told = Map.groupBy(
    answers.flatMap(answer => answer.statements),
    ({ text }) => withoutDetails(text).replace(VERDICT, ''),
  )
  const statements = [...told.values()].flatMap(same => {
    const verdict = VERDICT.exec(same.find(({ text }) => VERDICT.test(text))?.text ?? '')?.[0] ?? ''
    return same.slice(0, 1).map(one => ({ ...one, text: verdict + one.text.replace(VERDICT, '') }))
  })
  const missing = [...new Set(answers.flatMap(answer => answer.missing))].slice(0, MOST_MISSING)
  if (statements.length === 0 && missing.length === 0) return undefined
  const figures = distinctFigures(answers.flatMap(answer => answer.figures.flatMap(withCovered)))
  const tabled = answers.flatMap(answer => answer.tabled ?? answer.figures)
  const steps = answers.flatMap(({ query, figures: own }) =>
    query.operation.kind === 'change' && query.isAgainstPrevious ? growthIn(own) : [],
  )
  const table = tabulateFigures([...tabled.flatMap(withCovered), ...steps], cite)
  const isProfile = answers.some(({ query }) => query.profile)
  const isTimed = answers.some(({ query }) => hasTimes(query.times))
  // Years between the steps were not asked for.
  const isStepped = answers.some(({ query: { times } }) => times.kind === 'range' && times.step)
  const background = isStepped
    ? []
    : describeFigures(figures, { ...evidence, book, cite, effort, isTimed })
  const mentions = findMentions(input, book.companies)
  const unknown = findUnknownNames(input, { mentions, today })
  const conclusions = conclude(input, figures, { book, voice })
  const isJudged = conclusions.length > 0
  const isAnswer = (one: (typeof answers)[number]) =>
    one.statements.length > 0 && (!one.isOpen || (isJudged && !aimsAt(one.clause, 'reason')))
  const clausesOf = (aim: Aim) => readSentences(input).filter(one => aimsAt(one, aim))
  const reasons = isReason ? clausesOf('reason') : []
  const sayTaken = ({ company, start, end }: CompanyMention) =>
    `; “${input.slice(start, end).replace(/['’]s?$/, '')}” is read as ${sayName(company)}`
  const taken = [...new Set(mentions.filter(({ isUnsure }) => isUnsure).map(sayTaken))].join('')
  const reported: ReportedFigures = {
    statements: [
      ...[...conclusions, ...statements.filter(one => !isSaid(one, conclusions))]
        .slice(0, table && isTabled(voice) && !isProfile ? MOST_SUMMED : MOST_STATEMENTS)
        .map((one, at) => (at > 0 ? one : { ...one, text: one.text.replace(/\.$/, `${taken}.`) })),
    ],
    ...(table && { table, heading: headingOf(figures) }),
    ...(background.length > 0 && { background }),
    given: inOrder(figures, statements[0]?.text ?? ''),
    values: figures.map(figure => toHeldValue(figure, cite)),
    conflicts: stateConflicts(figures, cite),
    answered: [
      ...answers.filter(isAnswer).map(({ clause }) => clause),
      ...(isJudged ? clausesOf('verdict') : []),
    ],
    explained: reasons,
    missing: [
      ...missing,
      ...reasons.map(
        clause =>
          `${clause.replace(/[\s?!.,]+$/, '')} (${explained.length > 0 ? 'the figures show which lines changed, not why they did' : 'the filings here give figures, not reasons'})`,
      ),
      ...new Set(
        unknown.map(({ name }) => `A company called ${name} (not found in the filings here)`),
      ),
    ],
  }
  // The sections of longer reports are in English.
  const isShort = effort === 'lite' || effort === 'standard'
  return language && isShort ? withSaid(reported, figures, language) : reported
}

/** Answers a query, which may be about the figures of a company together. */
function answerOne(query: Query, scene: ProfileScene): Answer {
  const {
    profile,
    companies: [company],
  } = query
  if (!profile || !company) return answerQuery(query, scene)
  return profile === 'health' ? judgeHealth(company, scene) : answerOverview(company, scene)
}

function answerRankings(
  rankings: NonNullable<LocalFacts['rankings']>,
  question: string,
  { facts, ledger, effort = 'lite' }: ReportedEvidence,
): ReportedFigures {
  const book = createFactBook(facts)
  const asked = { voice: createVoice(createCite(ledger)), question, isListed: effort === 'lite' }
  const answers = rankings.flatMap(({ groups, ranking }): ReportedFigures[] => {
    if (groups) return [answerGroups(groups, asked)]
    if (!ranking) return []
    const count = ranking.isCounted ? ranking.count : Math.max(ranking.count, PLACES[effort])
    if (ranking.together) return [answerTogether(book, { ...ranking, count }, asked)]
    const answer = answerRanking(book, ranking, asked)
    const isLonger = count > ranking.count
    const { table } = isLonger ? answerRanking(book, { ...ranking, count }, asked) : answer
    return [{ ...answer, ...(table && { table }) }]
  })
  const [table] = answers.flatMap(answer => answer.table ?? [])
  return {
    statements: answers.flatMap(({ statements }) => statements),
    items: answers.flatMap(({ items = [] }) => items),
    given: answers.flatMap(({ given = [] }) => given),
    ...(answers.length === 1 && { values: answers[0]?.values ?? [], isRanking: true }),
    ...(answers[0]?.heading !== undefined && { heading: answers[0].heading }),
    ...(table && { table }),
    conflicts: [],
    answered: answers.flatMap(({ answered }) => answered),
    missing: answers.flatMap(({ missing }) => missing),
  }
}

/** The growth of each year on the one before it, as figures for the table. */
function growthIn(figures: readonly Figure[]): Figure[] {
  return figures.flatMap(to => {
    const isBefore = (one: Figure) =>
      one.company === to.company &&
      one.metric === to.metric &&
      one.period.part === to.period.part &&
      one.period.fiscalYear === to.period.fiscalYear - 1
    const from = figures.find(isBefore)
    const growth = from && growthOf(from, to)
    if (!from || !growth) return []
    const value = rational(growth.percent.toFixed(1))
    const metric = { ...to.metric, name: `growth of ${to.metric.name}`, kind: 'rate' as const }
    const terms = [
      { sign: '+', figure: from },
      { sign: '+', figure: to },
    ] as const
    return derivedFigure([...terms], { metric, period: to.period, value, unit: 'percent' })
  })
}

/** A cover with both of its amounts. */
function withCovered(figure: Figure): readonly Figure[] {
  const { metric, terms = [] } = figure
  return metric.isCover ? [...terms.map(one => one.figure), figure] : [figure]
}

/** Returns whether a conclusion begins with the same words. */
function isSaid({ text }: Statement, conclusions: readonly Statement[]): boolean {
  const bare = withoutDetails(text).replace(/(?::.*)?\.$/, '')
  return conclusions.some(one => withoutDetails(one.text).includes(bare))
}

/** "2 of the 3 made a loss: Intel …; Nike earned …" is about those who did, and so is "2 of the 3 had … above …". */
const RESULT =
  /^(?!None\b)(?<met>[^:;]+ (?:made a (?:loss|profit)|had .+ (?:above|below|between|of at (?:least|most)) [^:]+): [^;]*)/

/** The figures by company and measure, in the order in which the answer names the companies. */
function inOrder(figures: readonly Figure[], said: string): string[] {
  const met = RESULT.exec(said)?.groups?.['met']
  const placeOf = ({ company }: Figure) => (met ?? said).indexOf(sayName(company))
  const named = met === undefined ? figures : figures.filter(one => placeOf(one) >= 0)
  const placed = named.map(one => ({ one, at: placeOf(one) < 0 ? said.length : placeOf(one) }))
  const ordered = placed.toSorted((a, b) => a.at - b.at)
  return [...new Set(ordered.map(({ one }) => `${one.company.cik} ${one.metric.name}`))]
}

const MOST_NAMED = 3

/** "Walmart and Costco: revenue and net income", "Intel: key figures, 2019 to 2025" for more. */
function headingOf(figures: readonly Figure[]): string {
  const companies = [...new Set(figures.map(({ company }) => sayName(company)))]
  const metrics = [...new Set(figures.map(({ metric }) => metric.name))]
  const years = figures.map(({ period }) => period.fiscalYear)
  const [from, to] = [Math.min(...years), Math.max(...years)]
  const span = companies.length === 1 && from < to ? `, ${from} to ${to}` : ''
  const named = metrics.length <= MOST_NAMED ? joinAnd(metrics) : `key figures${span}`
  return companies.length > MOST_NAMED ? capital(named) : `${joinAnd(companies)}: ${named}`
}
