import type { Effort } from '../budgets.ts'
import type { ReportedFigures } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { LANGUAGES, translateQuestion } from '../facts/languages.ts'
import { answerQuery } from './answer-query.ts'
import { answerRanking } from './answer-ranking.ts'
import { createCitations } from './cite-facts.ts'
import { sayName } from './companies/company-names.ts'
import { type CompanyMention, findMentions } from './companies/find-companies.ts'
import { toNumber } from './decimal.ts'
import { stateDefinitions } from './define-metrics.ts'
import { answerDefinition } from './defined/answer-definition.ts'
import { describeFigures } from './describe-figures.ts'
import { createFactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import type { LocalFacts } from './local-facts.ts'
import { findUnknownNames } from './question/find-unknown-names.ts'
import { readQueries } from './question/read-query.ts'
import { withoutInstructions } from './question/without-instructions.ts'
import { createVoice, nameTime, withoutDates } from './statements/say.ts'
import { stateConflicts } from './statements/state-conflicts.ts'
import { distinctFigures, tabulateFigures } from './statements/tabulate-figures.ts'
import { roundAmount } from './write-amount.ts'

export interface ReportedEvidence extends LocalFacts {
  readonly ledger: Ledger
  /** As YYYY-MM-DD. */
  readonly today: string
  /** Whether the facts include every restated value, so that a single value means no restatement. */
  readonly isWhole?: boolean
  /** How much is shown beyond the answer; nothing by default. */
  readonly effort?: Effort
}

const MOST_STATEMENTS = 24
/** How many places of a ranking the table of each effort shows. */
const PLACES: Readonly<Record<Effort, number>> = {
  lite: 0,
  standard: 10,
  deep: 25,
  exhaustive: 50,
  frontier: 100,
}
const MOST_MISSING = 24

/**
 * Answers from reported figures, which are looked up or calculated exactly. Undefined if the question asks
 * for no figures.
 */
export function answerFromFacts(
  input: string,
  evidence: ReportedEvidence,
): ReportedFigures | undefined {
  const own = answerIn(input, evidence)
  if (own && own.statements.length > 0) return own
  for (const { text, language } of translateQuestion(input)) {
    const found = answerIn(text, evidence, language)
    if (found && found.statements.length > 0) return { ...found, answered: [input] }
  }
  return own
}

function answerIn(
  input: string,
  evidence: ReportedEvidence,
  language?: string,
): ReportedFigures | undefined {
  const { facts, readAt, ledger, today, ranking, defined, isWhole, effort = 'lite' } = evidence
  const { cite, canCite } = createCitations(ledger, readAt)
  if (defined) {
    const statements = stateDefinitions(defined, cite)
    return { statements, conflicts: [], answered: [input], missing: [] }
  }
  if (facts.length === 0) return undefined
  const book = createFactBook(facts, { canCite, ...(isWhole && { isWhole }) })
  const voice = createVoice(cite)
  if (ranking) {
    const asked = { voice, question: input }
    const count = Math.max(ranking.count, PLACES[effort])
    const { table } = answerRanking(book, { ...ranking, count }, asked)
    return { ...answerRanking(book, ranking, asked), ...(table && { table }) }
  }
  const calculated = answerDefinition(input, book, voice)
  if (calculated) return calculated
  const question = withoutInstructions(input)
  const answers = readQueries(question, { companies: book.companies, today }).map(query => ({
    ...answerQuery(query, { book, voice }),
    clause: query.clause,
  }))
  const statements = distinct(answers.flatMap(answer => answer.statements))
  const missing = [...new Set(answers.flatMap(answer => answer.missing))].slice(0, MOST_MISSING)
  if (statements.length === 0 && missing.length === 0) return undefined
  const figures = distinctFigures(answers.flatMap(answer => answer.figures))
  const table = tabulateFigures(figures, cite)
  const background = describeFigures(figures, { ...evidence, book, effort })
  const said = new Set(statements.map(({ text }) => text))
  const mentions = findMentions(question, book.companies)
  return {
    statements:
      (language && sayIn(language, figures, statements)) || statements.slice(0, MOST_STATEMENTS),
    ...(table && { table }),
    ...(background.length > 0 && { background }),
    // The answer to a question about restatements already has them.
    conflicts: stateConflicts(figures, cite).filter(({ text }) => !said.has(text)),
    answered:
      question !== input && answers.every(answer => answer.statements.length > 0)
        ? [input]
        : answers.filter(answer => answer.statements.length > 0).map(({ clause }) => clause),
    missing: [
      ...missing,
      ...new Set(mentions.filter(({ isUnsure }) => isUnsure).map(one => nameTaken(question, one))),
      ...new Set(
        findUnknownNames(question, { mentions, today }).map(
          ({ name }) => `A company called ${name} (not found in the filings here)`,
        ),
      ),
    ],
  }
}

/** One figure in the language of the question; undefined for others, which stay in English. */
function sayIn(
  language: string,
  [figure, ...others]: readonly Figure[],
  [statement, ...more]: readonly Statement[],
): readonly Statement[] | undefined {
  const { frames, labels } = LANGUAGES[language] ?? {}
  if (!frames || !labels || !figure || !statement || others.length + more.length > 0)
    return undefined
  const { metric, company, period } = figure
  const parts: Record<string, string> = {
    subject: sayName(company),
    label: labels[metric.name] ?? metric.name,
    value: `${roundAmount(figure)} (${nameTime(figure)})`,
  }
  const text = frames.value.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '')
  const computed = [...(statement.computed ?? []), toNumber(figure.value), period.fiscalYear]
  return [{ ...statement, text: `${text}.`, computed, language }]
}

/** Says which company a misspelt name was taken for. */
function nameTaken(question: string, { company, start, end }: CompanyMention): string {
  return `A company called ${question.slice(start, end).replace(/['’]s?$/, '')} (taken for ${sayName(company)})`
}

/** Keeps the first of statements that say the same, which has the dates. */
function distinct(statements: readonly Statement[]): Statement[] {
  const told = Map.groupBy(statements, ({ text }) => withoutDates(text))
  return [...told.values()].flatMap(same => same.slice(0, 1))
}
