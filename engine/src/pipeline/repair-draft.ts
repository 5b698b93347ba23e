import { scheduler } from 'node:timers/promises'
import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { Model } from '../model/model.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { type Judged, judgeWithModel } from '../verify/judge-with-model.ts'
import type { Problem } from '../verify/problem.ts'
import type { Draft, Section, VerificationNotes } from '../write/draft.ts'
import { rewriteSentences } from '../write/rewrite-sentences.ts'
import { isWritten, type WrittenStatement } from '../write/written-statement.ts'
import { checkStatement, quotesOf } from './check-statement.ts'
import { createCiteBetter } from './cite-better.ts'
import { keepHeading } from './keep-heading.ts'
import { isBorneOut, mapStatements, statementsOf } from './verify-draft.ts'
import { withoutFault } from './without-fault.ts'

export interface RepairOptions {
  readonly policy: SourcePolicy
  readonly ledger: Ledger
  /** What was asked: its words may stand in headings. */
  readonly input?: string
  readonly model?: Model
  /** Asked before each request to the model. */
  readonly mayGoOn: () => boolean
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Proving takes milliseconds a sentence, and others are waiting for the processor. */
const AT_ONCE = 10

interface Repaired {
  readonly draft: Draft
  readonly notes: VerificationNotes
}

/**
 * The draft with only those statements that are borne out. What rules wrote is kept or removed by
 * code alone. What a model wrote is first proven by code, cited better where another quote proves it,
 * then judged, and what failed is written anew once. No judgement saves what code disproves.
 */
export async function repairDraft(draft: Draft, options: RepairOptions): Promise<Repaired> {
  const { policy, input = '' } = options
  const language = draft.language ?? 'en'
  const written = [...new Set(statementsOf(draft).filter(isWritten))]
  const fates = await repairWritten(written, { ...options, language })
  let removed = draft.unsupported ?? 0
  const kept = mapStatements(draft, statement => {
    const own = isWritten(statement) ? fates.get(statement)?.kept : borneOut(statement, policy)
    if (!own) removed += 1
    return own
  })
  const all = [...fates.values()].filter(fate => fate.kept && !fate.kept.isVerbatim)
  const notes = {
    removed,
    judged: all.filter(({ judged }) => judged === 'supported').length,
    unjudged: all.filter(({ judged }) => judged !== 'supported').length,
  }
  if (written.length === 0) return { draft: kept, notes }
  const sections = kept.sections
    .filter(hasContent)
    .map(section => checkHeading(section, { input, language }))
  return { draft: { ...kept, sections }, notes }
}

/** What becomes of a statement. */
interface Fate {
  kept: WrittenStatement | undefined
  judged: Judged
  problems: readonly Problem[]
}

interface WrittenOptions extends RepairOptions {
  readonly language: string
}

async function repairWritten(
  written: readonly WrittenStatement[],
  options: WrittenOptions,
): Promise<ReadonlyMap<WrittenStatement, Fate>> {
  const { policy, ledger, language } = options
  const citeBetter = createCiteBetter(ledger, { policy, language })
  const fates = new Map<WrittenStatement, Fate>()
  for (const statement of written) {
    if (fates.size % AT_ONCE === 0) await scheduler.yield()
    fates.set(statement, proven(statement, { ...options, citeBetter }))
  }
  const open = [...fates.values()]
  await judge(open, options)
  await rewrite([...fates], options)
  for (const [at, fate] of open.entries()) {
    if (at % AT_ONCE === 0) await scheduler.yield()
    if (!fate.kept) continue
    const { kept, judged } = fate
    const { verdict } = checkStatement(kept, { policy, language, judged })
    // What goes beyond its quotes and could not be put right goes.
    if (verdict !== 'kept' || judged === 'partly') fate.kept = undefined
  }
  return fates
}

/** As it stands, or with better evidence, or not at all. */
function proven(
  statement: WrittenStatement,
  { citeBetter, ...options }: WrittenOptions & { citeBetter: ReturnType<typeof createCiteBetter> },
): Fate {
  const { verdict, problems } = checkStatement(statement, options)
  const kept = verdict === 'removed' ? citeBetter(statement) : statement
  return { kept, judged: 'unknown', problems }
}

/** Asks the model about what code lets stand and is no quote. */
async function judge(fates: readonly Fate[], options: WrittenOptions): Promise<void> {
  const { model, mayGoOn, timeoutMs, signal, policy } = options
  const asked = fates.flatMap(fate =>
    fate.kept && !fate.kept.isVerbatim ? [{ fate, kept: fate.kept }] : [],
  )
  if (!model || asked.length === 0) return
  const claims = asked.map(({ kept }) => ({
    text: kept.text,
    quotes: shownQuotes(kept, policy),
  }))
  const judgements = await judgeWithModel(model, claims, {
    timeoutMs,
    mayGoOn,
    ...(signal && { signal }),
  })
  for (const [at, { fate }] of asked.entries()) fate.judged = judgements[at] ?? 'unknown'
}

/** Puts into other words what code removed or the judge finds too much; that is proven and judged again. */
async function rewrite(
  fates: readonly (readonly [WrittenStatement, Fate])[],
  options: WrittenOptions,
): Promise<void> {
  const { model, mayGoOn, policy } = options
  const flawed = fates
    .filter(([, { kept, judged }]) => !kept || judged === 'partly')
    .map(([statement, fate]) => ({ fate, statement: fate.kept ?? statement }))
    .filter(({ statement }) => quotesOf(statement, policy).length > 0)
  if (!model || flawed.length === 0 || !mayGoOn()) return
  const asked = flawed.map(({ statement, fate }) => ({
    text: statement.text,
    quotes: shownQuotes(statement, policy),
    flaw: describe(fate),
  }))
  const texts = await withoutFault(() => rewriteSentences(model, asked, options))
  const renewed = flawed.flatMap(({ fate, statement }, at) => {
    const text = texts?.[at]
    if (text === undefined) return []
    const kept = { ...statement, text, isVerbatim: false }
    if (checkStatement(kept, options).verdict === 'removed') return []
    fate.kept = kept
    fate.judged = 'unknown'
    return [fate]
  })
  await judge(renewed, options)
}

/** A quote with what it is about. */
function shownQuotes(statement: WrittenStatement, policy: SourcePolicy): string[] {
  return quotesOf(statement, policy).map(({ text, about }) => `${about}: ${text}`)
}

function describe({ kept, problems }: Fate): string {
  if (kept) return 'It goes beyond its quotes.'
  if (problems.length === 0) return 'Its quotes do not say it.'
  const named = problems.slice(0, 5).map(({ kind, text }) => `${kind}: ${text.slice(0, 100)}`)
  return `Not in its quotes: ${named.join('; ')}`
}

function borneOut(statement: Statement, policy: SourcePolicy): Statement | undefined {
  return isBorneOut(statement, policy) ? statement : undefined
}

function hasContent({ paragraphs, bullets = [], table, notes = [] }: Section): boolean {
  return (
    paragraphs.some(statements => statements.length > 0) ||
    bullets.length > 0 ||
    (table?.rows.length ?? 0) > 0 ||
    notes.length > 0
  )
}

/** A model's heading stands only where it claims nothing of its own. */
function checkHeading(
  section: Section,
  { input, language }: { input: string; language: string },
): Section {
  const statements = statementsOf({ sections: [section] })
  const { heading, ...rest } = section
  if (heading === undefined || !statements.some(isWritten)) return section
  return keepHeading(heading, { statements, input, language }) ? section : rest
}
