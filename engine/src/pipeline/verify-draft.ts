import { scheduler } from 'node:timers/promises'
import type { Author, Claim, Run } from '../author.ts'
import type { Ledger } from '../evidence/ledger.ts'
import { isWritten, type WrittenStatement } from '../evidence/written-statement.ts'
import { keepHeading } from '../verify/keep-heading.ts'
import type { Judged, Problem } from '../verify/problem.ts'
import {
  checkStatement,
  createCiteBetter,
  isBorneOut,
  quotesOf,
} from '../verify/prove-statement.ts'
import {
  type Draft,
  mapStatements,
  type Section,
  statementsOf,
  type VerificationNotes,
} from '../write/draft.ts'

/** Proving takes milliseconds a sentence, and other calls are waiting for the processor. */
const AT_ONCE = 10

interface VerifyOptions extends Run {
  readonly author: Author
  readonly ledger: Ledger
}

export interface VerifiedDraft {
  readonly draft: Draft
  readonly notes: VerificationNotes
  /** Whether no statement is left. Tables that code added to an author's own words do not count. */
  readonly isEmpty: boolean
}

/**
 * Keeps only statements that their quotes bear out, from sources that the policy allows. Code alone
 * decides about quotes and templates. A sentence in an author's own words is first proven by code, cited
 * better if another quote proves it, then judged, and written anew once if it failed. No judgement saves
 * a sentence that code disproves.
 */
export async function verifyDraft(draft: Draft, options: VerifyOptions): Promise<VerifiedDraft> {
  const { policy, request } = options
  const language = draft.language ?? 'en'
  const written = [...new Set(statementsOf(draft).filter(isWritten))]
  const fates = await verifyWritten(written, { ...options, language })
  let removed = draft.unsupported ?? 0
  const kept = mapStatements(draft, statement => {
    const own = isWritten(statement)
      ? fates.get(statement)?.kept
      : isBorneOut(statement, policy) && statement
    if (!own) removed += 1
    return own || undefined
  })
  const isEmpty = !statementsOf(kept).some(one => written.length === 0 || isWritten(one))
  const proven = [...fates.values()].filter(fate => fate.kept && !fate.kept.isVerbatim)
  const judged = proven.filter(fate => fate.judged === 'supported').length
  const notes = { removed, judged, unjudged: proven.length - judged }
  if (written.length === 0) return { draft: kept, notes, isEmpty }
  const sections = kept.sections
    .filter(hasContent)
    .map(section => checkHeading(section, { input: request.input, language }))
  return { draft: { ...kept, sections }, notes, isEmpty }
}

/** The outcome for one sentence in an author's own words. */
interface Fate {
  readonly statement: WrittenStatement
  kept: WrittenStatement | undefined
  judged: Judged
  readonly problems: readonly Problem[]
}

interface WrittenOptions extends VerifyOptions {
  readonly language: string
}

async function verifyWritten(
  written: readonly WrittenStatement[],
  options: WrittenOptions,
): Promise<ReadonlyMap<WrittenStatement, Fate>> {
  const citeBetter = createCiteBetter(options.ledger, options)
  const fates: Fate[] = []
  for (const statement of written) {
    if (fates.length % AT_ONCE === 0) await scheduler.yield()
    const { verdict, problems } = checkStatement(statement, options)
    const kept = verdict === 'removed' ? citeBetter(statement) : statement
    fates.push({ statement, kept, judged: 'unknown', problems })
  }
  await judge(fates, options)
  for (const [at, fate] of fates.entries()) {
    if (at % AT_ONCE === 0) await scheduler.yield()
    const { kept, judged } = fate
    const isKept = kept && checkStatement(kept, { ...options, judged }).verdict === 'kept'
    if (!isKept || judged === 'partly') fate.kept = undefined
  }
  return new Map(fates.map(fate => [fate.statement, fate]))
}

/** Has sentences judged that are no quotes, and proves and judges those again that were put otherwise. */
async function judge(fates: readonly Fate[], options: WrittenOptions): Promise<void> {
  const { author, policy, language } = options
  const asked = fates
    .filter(({ kept }) => !kept?.isVerbatim)
    .map(fate => ({ fate, claim: claimOf(fate, options) }))
    .filter(({ claim }) => claim.quotes.length > 0)
  if (asked.length === 0) return
  const claims = asked.map(({ claim }) => claim)
  const judgements = await author.judge(claims, { language, mayRewrite: true }, options)
  const renewed = asked.flatMap(({ fate }, at) => {
    const { verdict = 'unknown', rewritten } = judgements[at] ?? {}
    fate.judged = verdict
    if (rewritten === undefined) return []
    const kept = { ...(fate.kept ?? fate.statement), text: rewritten, isVerbatim: false }
    if (checkStatement(kept, { policy, language }).verdict === 'removed') return []
    fate.kept = kept
    fate.judged = 'unknown'
    return [fate]
  })
  if (renewed.length === 0) return
  const again = renewed.map(fate => claimOf(fate, options))
  const verdicts = await author.judge(again, { language, mayRewrite: false }, options)
  for (const [at, fate] of renewed.entries()) fate.judged = verdicts[at]?.verdict ?? 'unknown'
}

/** A sentence with its quotes and what each is about. */
function claimOf({ kept, statement, problems }: Fate, { policy }: WrittenOptions): Claim {
  const own = kept ?? statement
  const quotes = quotesOf(own, policy).map(({ text, about }) => `${about}: ${text}`)
  return { text: own.text, quotes, ...(!kept && { flaw: describe(problems) }) }
}

function describe(problems: readonly Problem[]): string {
  if (problems.length === 0) return 'Its quotes do not say it.'
  const named = problems.slice(0, 5).map(({ kind, text }) => `${kind}: ${text.slice(0, 100)}`)
  return `Not in its quotes: ${named.join('; ')}`
}

function hasContent({ paragraphs, bullets = [], table, notes = [] }: Section): boolean {
  return (
    paragraphs.some(statements => statements.length > 0) ||
    bullets.length > 0 ||
    (table?.rows.length ?? 0) > 0 ||
    notes.length > 0
  )
}

/** Drops an author's heading that claims something of its own. */
function checkHeading(
  section: Section,
  { input, language }: { input: string; language: string },
): Section {
  const statements = statementsOf({ sections: [section] })
  const { heading, ...rest } = section
  if (heading === undefined || !statements.some(isWritten)) return section
  return keepHeading(heading, { statements, input, language }) ? section : rest
}
