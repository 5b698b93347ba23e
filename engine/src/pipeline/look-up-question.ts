import type { Author, Plan, Run } from '../author.ts'
import type { Finding } from '../evidence/finding.ts'
import { createLedger, type Ledger } from '../evidence/ledger.ts'
import { enterAnswer } from '../facts/enter-answer.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import { findFilingFacts } from '../finance/filings/find-filing-facts.ts'
import { findLocalFacts, type LocalFacts } from '../finance/local-facts.ts'
import type { Source } from '../search/source.ts'
import { isAnswered, unreported } from '../write/write-report.ts'
import { addFigures, isAllFigures, nothingFor } from './add-figures.ts'
import type { Gathered } from './gather.ts'

/** One question of a request, as far as it is answered without a search. */
export interface LookedUp {
  readonly question: string
  readonly plan: Plan
  /** The findings, if nothing has to be searched for. */
  readonly direct?: readonly Finding[]
  /** How many things that were asked are not known without a search. */
  readonly lacks: number
  readonly isEmpty: boolean
  /** Adds figures of companies to what a search has found. */
  complete(gathered: Gathered): readonly Finding[]
}

export interface LookUpOptions {
  readonly author: Author
  /** With the question as the input of its request. */
  readonly run: Run
  /** Without the pages of this run. */
  readonly library: Source
  readonly ledger: Ledger
  readonly companies?: CompanyStore | undefined
  /** Whether pages from elsewhere may add to what is known here. */
  readonly isOutside: boolean
}

/** In characters. Names of companies are looked for around each other, which takes long in a longer text. */
const LONGEST_ABOUT_FIGURES = 4_000
const NOTHING: Gathered = { findings: [], passages: [], facts: [], unreached: new Set() }

/** Answers a question from facts and from company figures on this machine. */
export async function lookUpQuestion({
  author,
  run,
  library,
  ledger,
  companies,
  isOutside,
}: LookUpOptions): Promise<LookedUp> {
  const { request, policy, today } = run
  const { input, effort, outputSchema, language } = request
  const plan = await author.plan(run)
  const { figures: about = input } = plan
  const filed = await findFilingFacts(about, { source: library, policy, store: companies })
  const isFiled = filed !== undefined && tryOut(about, filed)
  const isShort = about.length <= LONGEST_ABOUT_FIGURES
  const stored =
    companies && isShort
      ? findLocalFacts(about, { store: companies, kind: plan.kind, policy, today, effort })
      : undefined
  const local = isFiled ? filed : stored
  const figures = { ledger, today, effort, language, ...(local && { local }) }
  const enter = (finding: Finding): Finding =>
    finding.answer ? { ...finding, figures: enterAnswer(finding.answer, ledger) } : finding
  const isMixed = plan.figures !== undefined
  // Parts that facts answer need no search.
  const known = plan.parts.flatMap(part =>
    isMixed && part.answer ? enter({ ...nothingFor(part.question), answer: part.answer }) : [],
  )
  const told = local && (isFiled || !isOutside) ? addFigures(about, NOTHING, figures) : []
  const direct = [...told, ...known]
  const isAll = told.length > 0 && (isMixed || isAllFigures(about, direct))
  const isDirect = !outputSchema && isAll
  const answered = plan.parts.map(({ question, answer }) =>
    enter({ ...nothingFor(question), ...(answer && { answer }) }),
  )
  const findings = isDirect ? direct : answered
  return {
    question: input,
    plan,
    ...(isDirect && { direct }),
    lacks: countLacks(findings),
    isEmpty: !findings.some(isAnswered),
    complete: gathered =>
      addFigures(about, { ...gathered, findings: gathered.findings.map(enter) }, figures),
  }

  function tryOut(question: string, found: LocalFacts | undefined): boolean {
    const tried = { ledger: createLedger(), today }
    return (
      found !== undefined &&
      addFigures(question, NOTHING, { ...tried, local: found }).some(isAnswered)
    )
  }
}

/** A near measure that is given instead is no gap. */
export function countLacks(findings: readonly Finding[]): number {
  const open = findings.filter(finding => !isAnswered(finding))
  const missing = findings.flatMap(unreported).filter(one => !one.includes('given instead'))
  return open.length + missing.length
}
