import type { Effort } from '../budgets.ts'
import type { ReportedFigures } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { translateQuestion } from '../facts/languages.ts'
import { joinAnd } from '../text/say.ts'
import { type Answer, answerQuery } from './answer-query.ts'
import { answerGroups, answerRanking } from './answer-ranking.ts'
import { createCite } from './cite-facts.ts'
import { sayName } from './companies/company-names.ts'
import { type CompanyMention, findMentions } from './companies/find-companies.ts'
import { conclude } from './conclude.ts'
import { stateDefinitions } from './define-metrics.ts'
import { answerDefinition } from './defined/answer-definition.ts'
import { describeFigures } from './describe-figures.ts'
import { createFactBook, type FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import type { LocalFacts } from './local-facts.ts'
import { allFigures } from './look-up.ts'
import { metricOf } from './metrics.ts'
import { sayDate } from './period.ts'
import { type Aim, aimsAt, withoutNegated } from './question/read-aims.ts'
import { findUnknownNames, type Query, readQueries } from './question/read-query.ts'
import { hasTimes } from './question/read-times.ts'
import { splitQuestions } from './question/split-questions.ts'
import { withoutInstructions } from './question/without-instructions.ts'
import { explainChange } from './statements/explain-change.ts'
import {
  createVoice,
  isTabled,
  nameOwner,
  type Phrase,
  state,
  type Voice,
  withoutDates,
} from './statements/say.ts'
import { type Speaking, sayFiguresIn } from './statements/say-in-language.ts'
import { stateConflicts } from './statements/state-conflicts.ts'
import { distinctFigures, tabulateFigures } from './statements/tabulate-figures.ts'

export interface ReportedEvidence extends LocalFacts {
  readonly ledger: Ledger
  /** As YYYY-MM-DD. */
  readonly today: string
  /** Whether the facts include every restated value, so that a single value means no restatement. */
  readonly isWhole?: boolean
  /** How much is shown beyond the answer; nothing by default. */
  readonly effort?: Effort
  /** The question in the caller's words, if the input says it in plain words. */
  readonly original?: string | undefined
  /** Set if the question was asked in another language, and restated in English. */
  readonly speaking?: Speaking
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
const EXPLAINED = ['reason', 'meaning'] as const
const BARE_WHY =
  /^\W*(?:and |but )?(?:why|how come|what (?:happened|drove|caused|explains))(?: (?:is|was|did|it|that|this|they|fall|drop|rise|change)){0,3}$/i
const NO_MEANING = 'An interpretation of the figures (filings here give figures alone)'

/**
 * Answers from reported figures, which are looked up or calculated exactly. Undefined if the question asks
 * for no figures.
 */
export function answerFromFacts(
  input: string,
  evidence: ReportedEvidence,
): ReportedFigures | undefined {
  const own = answerIn(input, evidence, evidence.speaking)
  if (own && own.statements.length > 0) return own
  for (const { text, language } of translateQuestion(withoutNegated(input))) {
    const found = answerIn(text, evidence, { language, asked: input })
    if (found && found.statements.length > 0) return { ...found, answered: [input] }
  }
  return own
}

function answerIn(
  input: string,
  evidence: ReportedEvidence,
  speaking?: Speaking,
): ReportedFigures | undefined {
  const { facts, ledger, today, rankings, defined, original } = evidence
  const { isWhole = false, effort = 'lite' } = evidence
  const cite = createCite(ledger)
  if (defined) {
    const statements = stateDefinitions(defined, cite)
    return { statements, conflicts: [], answered: [input], missing: [] }
  }
  if (rankings) return answerRankings(rankings, evidence)
  if (facts.length === 0) return undefined
  const book = createFactBook(facts)
  const asked = original ?? input
  // A short answer has no table, and a long one leaves lists to it.
  const most = effort === 'lite' ? MOST_LISTED : effort === 'standard' ? undefined : MOST_TABLED
  const plain = createVoice(cite, most)
  const isReason = aimsAt(asked, 'reason')
  const explained: Phrase[] = []
  const explain = (from: Figure, to: Figure) => {
    const why = explainChange({ from, to }, book, plain)
    if (why) explained.push(why)
    return why
  }
  const voice = isReason ? { ...plain, explain } : plain
  const calculated = answerDefinition(input, book, voice)
  if (calculated) return calculated
  const question = withoutNegated(withoutInstructions(input))
  const ends = aimsAt(question, 'fiscalEnd') ? stateYearEnds(question, { book, voice }) : []
  if (ends.length > 0) return { statements: ends, conflicts: [], answered: [input], missing: [] }
  const tell = (query: Query) => {
    const answer = answerQuery(query, { book, voice, isWhole })
    // There is no reason for something that did not happen.
    return { ...answer, query, clause: query.clause, isOpen: query.isOpen && !answer.isDenied }
  }
  const answers = readQueries(question, { companies: book.companies, today, original }).map(tell)
  const own = answers.filter((_, at) => !isRepeated(answers, at + 1))
  const isShort = own.length < answers.length
  // Periods get their dates where they are said first.
  if (isShort) voice.periods.clear()
  // Of statements that say the same, the first has the dates.
  const told = Map.groupBy(
    (isShort ? own.map(({ query }) => tell(query)) : own).flatMap(answer => answer.statements),
    ({ text }) => withoutDates(text).replace(VERDICT, ''),
  )
  const statements = [...told.values()].flatMap(same => {
    const verdict = VERDICT.exec(same.find(({ text }) => VERDICT.test(text))?.text ?? '')?.[0] ?? ''
    return same.slice(0, 1).map(one => ({ ...one, text: verdict + one.text.replace(VERDICT, '') }))
  })
  const missing = [...new Set(answers.flatMap(answer => answer.missing))].slice(0, MOST_MISSING)
  if (statements.length === 0 && missing.length === 0) return undefined
  const figures = distinctFigures(answers.flatMap(answer => answer.figures))
  const table = tabulateFigures(figures, cite)
  const isTimed = answers.some(({ query }) => hasTimes(query.times))
  const background = describeFigures(figures, { ...evidence, book, cite, effort, isTimed })
  const concluded = conclude(asked, figures, { book, voice })
  const [only, ...others] = statements
  const found = [...concluded.values()].flat()
  // The verdict on one figure is said with it.
  const word =
    only && others.length === 0 ? /^(?:Better|Worse): /.exec(found[0]?.text ?? '')?.[0] : undefined
  const isWordy = word && only && !VERDICT.test(only.text)
  const [first, ...more] = word ? [] : found
  // A yes or a no opens the answer.
  const yes = first && !/^\w+: /.test(first.text) ? VERDICT.exec(only?.text ?? '')?.[0] : undefined
  const conclusions = first ? [{ ...first, text: `${yes ?? ''}${first.text}` }, ...more] : []
  const stated = isWordy
    ? [{ ...only, text: `${word}${only.text}` }]
    : statements.map(one => (yes ? { ...one, text: one.text.replace(VERDICT, '') } : one))
  const said = new Set(statements.map(({ text }) => text))
  const isJudged = found.length > 0
  const isAnswer = (one: (typeof answers)[number]) =>
    one.statements.length > 0 && (!one.isOpen || (isJudged && !aimsAt(one.clause, 'reason')))
  const clausesOf = (aims: readonly Aim[]) =>
    (aims.length > 0 ? splitQuestions(asked, { companies: book.companies, today }) : []).flatMap(
      ({ text }) => (aims.some(aim => aimsAt(text, aim)) ? text : []),
    )
  const isMeaning = aimsAt(asked, 'meaning')
  const against = concluded.get('against') ?? []
  const met = [...concluded].flatMap(([aim, own]) => (own.length > 0 ? aim : []))
  const mentions = findMentions(asked, book.companies)
  const sayTaken = ({ company, start, end }: CompanyMention) =>
    `; “${asked.slice(start, end).replace(/['’]s?$/, '')}” is read as ${sayName(company)}`
  const taken = [...new Set(mentions.filter(({ isUnsure }) => isUnsure).map(sayTaken))].join('')
  return {
    statements: (speaking && sayFiguresIn(figures, statements, speaking)) || [
      ...[...conclusions, ...stated.filter(one => !isSaid(one, conclusions, against))]
        .slice(0, table && isTabled(voice) ? MOST_SUMMED : MOST_STATEMENTS)
        .map((one, at) => (at > 0 ? one : { ...one, text: one.text.replace(/\.$/, `${taken}.`) })),
    ],
    ...(table && { table, heading: headingOf(figures) }),
    ...(background.length > 0 && { background }),
    given: [...new Set(figures.map(({ company, metric }) => `${company.cik} ${metric.name}`))],
    // The answer to a question about restatements already has them.
    conflicts: stateConflicts(figures, cite).filter(({ text }) => !said.has(text)),
    answered:
      question !== input && answers.every(isAnswer)
        ? [input]
        : [...answers.filter(isAnswer).map(({ clause }) => clause), ...clausesOf(met)],
    explained: clausesOf(EXPLAINED.filter(aim => aimsAt(asked, aim))),
    missing: [
      ...missing,
      ...(answers.some(({ isDenied }) => isDenied)
        ? []
        : clausesOf(isReason ? ['reason'] : [])
      ).map(
        clause =>
          `${clause.replace(/[\s?!.,]+$/, '').replace(BARE_WHY, 'The reason for the change')} (${explained.length > 0 ? 'the figures show which lines changed, not why they did' : 'the filings here give figures, not reasons'})`,
      ),
      ...(isMeaning && !isJudged ? [NO_MEANING] : []),
      ...new Set(
        findUnknownNames(asked, { mentions, today }).map(
          ({ name }) => `A company called ${name} (not found in the filings here)`,
        ),
      ),
    ],
  }
}

/** Answers clause by clause, one also about the companies that the one before it ranked. */
function answerRankings(
  rankings: NonNullable<LocalFacts['rankings']>,
  { facts, ledger, today, effort = 'lite' }: ReportedEvidence,
): ReportedFigures {
  const book = createFactBook(facts)
  const voice = createVoice(createCite(ledger))
  let before: Required<Pick<Query, 'companies' | 'metrics' | 'times'>> | undefined
  const answers = rankings.map(({ clause, groups, ranking }): ReportedFigures => {
    const asked = { voice, question: clause, isListed: effort === 'lite' }
    if (groups) return answerGroups(groups, asked)
    if (ranking) {
      const answer = answerRanking(book, ranking, asked)
      const companies = (answer.given ?? []).flatMap(
        cik => book.companies.find(one => one.cik === cik) ?? [],
      )
      before = { companies, metrics: [ranking.metric], times: ranking.times }
      const count = Math.max(ranking.count, PLACES[effort])
      const isLonger = count > ranking.count
      const { table } = isLonger ? answerRanking(book, { ...ranking, count }, asked) : answer
      return { ...answer, ...(table && { table }) }
    }
    const seat = aimsAt(clause, 'seat') ? before?.companies[0] : undefined
    if (seat && 'headquarters' in seat && seat.headquarters) {
      const text = `${nameOwner({ company: seat })} headquarters are in ${seat.headquarters}.`
      const evidence = voice.cite([{ quotes: seat.listing?.slice(2) ?? [] }])
      const statements = [{ text, evidence, isVerbatim: false }]
      return { statements, conflicts: [], answered: [clause], missing: [] }
    }
    const companies = (before?.companies ?? []).slice(0, aimsAt(clause, 'ofEach') ? MOST_LISTED : 1)
    const queries = before
      ? readQueries(clause, { companies, today, before: { ...before, companies } })
      : []
    const told = queries.map(query => answerQuery(query, { book, voice, isWhole: false }))
    const statements = told.flatMap(one => one.statements)
    return {
      statements,
      conflicts: [],
      answered: statements.length > 0 ? [clause] : [],
      missing: told.flatMap(one => one.missing),
    }
  })
  const [table] = answers.flatMap(answer => answer.table ?? [])
  return {
    statements: answers.flatMap(({ statements }) => statements),
    items: answers.flatMap(({ items = [] }) => items),
    given: answers.flatMap(({ given = [] }) => given),
    ...(table && { table }),
    conflicts: [],
    answered: answers.flatMap(({ answered }) => answered),
    missing: answers.flatMap(({ missing }) => missing),
  }
}

/** Returns whether a conclusion begins with the same words, or sets the same amount against another. */
function isSaid(
  { text, computed: [amount] = [] }: Statement,
  conclusions: readonly Statement[],
  against: readonly Statement[],
): boolean {
  const bare = withoutDates(text).replace(/(?::.*)?\.$/, '')
  const isSet = ({ computed = [] }: Statement) => amount !== undefined && computed.includes(amount)
  return conclusions.some(one => withoutDates(one.text).includes(bare)) || against.some(isSet)
}

/** Returns whether a clause asks how figures compare with the year before, and so says more than the one before it. */
function isRepeated(answers: readonly (Answer & { readonly query: Query })[], at: number): boolean {
  const [before, one] = [answers[at - 1], answers[at]]
  if (!before || !one?.query.isAgainstPrevious || one.query.whether) return false
  const isTold = before.statements.every(({ text }) => / than a year before/.test(text))
  const same = distinctFigures([...one.figures, ...before.figures])
  return isTold && same.length === distinctFigures(one.figures).length
}

const MOST_NAMED = 3

/** "Walmart, Costco and Target: revenue and net income", "Intel, 2019 to 2025" for more. */
function headingOf(figures: readonly Figure[]): string {
  const companies = [...new Set(figures.map(({ company }) => sayName(company)))]
  const metrics = [...new Set(figures.map(({ metric }) => metric.name))]
  const years = figures.map(({ period }) => period.fiscalYear)
  const [from, to] = [Math.min(...years), Math.max(...years)]
  const who = companies.length > MOST_NAMED ? 'The companies' : joinAnd(companies)
  if (metrics.length <= MOST_NAMED) return `${who}: ${joinAnd(metrics)}`
  if (companies.length > 1) return `${who} compared`
  return from < to ? `${who}, ${from} to ${to}` : `${who}: key figures`
}

/** When the latest fiscal year of each company ended. */
function stateYearEnds(
  question: string,
  { book, voice }: { readonly book: FactBook; readonly voice: Voice },
): Statement[] {
  return findMentions(question, book.companies).flatMap(({ company }) => {
    const year = allFigures(book, company, metricOf('revenue')).findLast(
      ({ period }) => period.part === 'year',
    )
    if (!year) return []
    const { fiscalYear, end } = year.period
    const text = `${nameOwner(year)} fiscal ${fiscalYear} ended on ${sayDate(end)}`
    return state({ text, numbers: [fiscalYear], sources: [year] }, voice)
  })
}
