import type { Effort } from '../budgets.ts'
import type { Finding, ReportedFigures } from '../evidence/finding.ts'
import { createLedger, type Ledger } from '../evidence/ledger.ts'
import { answerFromFacts } from '../finance/answer-from-facts.ts'
import type { LocalFacts } from '../finance/local-facts.ts'
import { aimsAt } from '../finance/question/read-aims.ts'
import { splitClauses } from '../plan/split-clauses.ts'
import { contentWords, words } from '../text/words.ts'
import { isAnswered } from '../write/write-report.ts'
import type { Gathered } from './gather.ts'

interface FigureOptions {
  readonly ledger: Ledger
  readonly today: string
  /** Figures on this machine. */
  readonly local?: LocalFacts
  readonly effort?: Effort
  readonly language?: string | undefined
}

/**
 * Puts figures that companies reported before prose about the same. Parts that they do not answer keep
 * what was read, and figures that no filing has are listed as not found.
 */
export function addFigures(
  input: string,
  { findings, facts: brought }: Pick<Gathered, 'findings' | 'facts'>,
  { ledger, today, local, effort = 'lite', language }: FigureOptions,
): readonly Finding[] {
  const facts = [...brought, ...(local?.facts ?? [])]
  if (facts.length === 0 && !local?.defined && !local?.rankings) return findings
  const own = brought.length === 0 && local ? local : {}
  const answer = (question: string, to: Ledger, told: Effort = 'lite') =>
    answerFromFacts(question, {
      ...{ ...own, facts, ledger: to, today, effort: told },
      language,
    })
  // In another language a model's plan may say in English what was asked.
  const planned = findings.map(({ part }) => part.question).join('\n')
  const figures = answer(input, ledger, effort) ?? answer(planned, ledger, effort)
  if (!figures) return findings
  const others = findings
    .filter(({ part }) => !isCovered(part.question, figures.answered))
    // A part in other words than those of the input: does it ask for anything else?
    .map(finding => ({ finding, own: answer(finding.part.question, createLedger()) }))
    .filter(({ finding, own }) => !own || !isTold(finding, own, figures))
  const read = others.filter(({ finding }) => isAnswered(finding))
  const elsewhere = new Set(read.flatMap(({ own }) => own?.missing ?? []))
  const missing = figures.missing.filter(one => !elsewhere.has(one))
  const kept = others.map(({ finding }) => finding)
  // Of a part that is answered in part, only the rest is missing.
  const rest = kept.flatMap(finding => (isAnswered(finding) ? finding : openIn(finding, figures)))
  if (figures.statements.length > 0)
    return [{ ...nothingFor(input), figures: { ...figures, missing } }, ...rest]
  return [...kept, ...missing.map(nothingFor)]
}

/** The clauses of a part that figures do not answer. */
function openIn(finding: Finding, { answered: told, explained = [] }: ReportedFigures): Finding[] {
  const asked = plain(finding.part.question)
  const answered = [...told, ...explained]
  const { question } = finding.part
  const isOpen = aimsAt(question, 'reason')
  if (explained.length > 0 && (isCovered(question, answered) || isOpen)) return []
  if (!answered.some(clause => asked.includes(plain(clause)))) return [finding]
  return splitClauses(finding.part.question)
    .filter(clause => !isCovered(clause, answered) && contentWords(clause).length > 1)
    .filter(clause => plain(clause) !== asked)
    .map(nothingFor)
}

/** A part that nothing was found for. */
export function nothingFor(question: string): Finding {
  return { part: { question }, sentences: [], related: [] }
}

/** Returns whether figures answer all of the input, so that nothing need be read. */
export function isAllFigures(input: string, findings: readonly Finding[]): boolean {
  const answered = findings.flatMap(({ figures }) => figures?.answered ?? [])
  return answered.length > 0 && isCovered(input, answered)
}

/** Whether the question is a piece of what was answered, or nothing but such pieces. */
function isCovered(question: string, answered: readonly string[]): boolean {
  const asked = plain(question)
  const clauses = answered.map(plain)
  if (clauses.some(clause => clause.includes(asked))) return true
  const rest = clauses.reduce((text, clause) => text.replace(clause, ' '), asked)
  return rest !== asked && contentWords(rest).length === 0
}

/** In words alone, with a space on either side so that no piece of a word is found. */
function plain(text: string): string {
  return ` ${words(text)
    .map(({ folded }) => folded)
    .join(' ')} `
}

/** Whether a part asks for nothing but figures, and all of them were told, or told to be missing. */
function isTold(finding: Finding, own: ReportedFigures, told: ReportedFigures): boolean {
  const cells = told.table?.rows.flatMap(row => row.cells.filter(cell => cell !== undefined)) ?? []
  const cited = new Set(
    [...told.statements, ...cells].flatMap(({ evidence }) => evidence.map(placeOf)),
  )
  const isSaid = own.statements.every(({ evidence }) =>
    evidence.every(entry => cited.has(placeOf(entry))),
  )
  const isNamed = own.missing.every(one => told.missing.includes(one))
  if (!isSaid || !isNamed) return false
  if (own.statements.length === 0) return !saysFigure(finding)
  return isCovered(finding.part.question, own.answered)
}

/** Where nothing but figures is asked for, prose without one is no answer. */
function saysFigure(finding: Finding): boolean {
  const sentences = finding.sentences.filter(({ text }) => /\d/.test(text))
  return isAnswered({ ...finding, sentences })
}

function placeOf({ passage, start, end }: Ledger['entries'][number]): string {
  return `${passage.documentId}:${start}:${end}`
}
