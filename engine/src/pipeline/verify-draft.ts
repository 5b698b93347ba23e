import { scheduler } from 'node:timers/promises'
import lists from '../../data/word-lists.json' with { type: 'json' }
import type { Author, Claim, Material, Run } from '../author.ts'
import { isWritten, type WrittenStatement } from '../evidence/statement.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Progress } from '../research.ts'
import { contentWords, words } from '../text/words.ts'
import type { Judged } from '../verify/problem.ts'
import { checkStatement, isBorneOut, quotesOf } from '../verify/prove-statement.ts'
import { wrongFigures } from '../verify/wrong-figures.ts'
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
}

export interface VerifiedDraft {
  readonly draft: Draft
  readonly notes: VerificationNotes
  /** Whether no statement is left. Tables that code added to an author's own words do not count. */
  readonly isEmpty: boolean
}

/**
 * Keeps only statements that their quotes bear out, from sources that the policy allows. Code alone
 * decides about quotes and templates. A sentence in an author's own words is first proven by code, then
 * judged, and may be shortened once. No judgement saves a sentence that code disproves.
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
  const sections = kept.sections.filter(hasContent).map(section => {
    const { heading, ...rest } = section
    return saysMore(section, request.input, language) ? rest : section
  })
  return { draft: { ...kept, sections }, notes, isEmpty }
}

/** The outcome for one sentence in an author's own words. */
interface Fate {
  readonly statement: WrittenStatement
  kept: WrittenStatement | undefined
  judged: Judged
}

interface WrittenOptions extends VerifyOptions {
  readonly language: string
}

async function verifyWritten(
  written: readonly WrittenStatement[],
  options: WrittenOptions,
): Promise<ReadonlyMap<WrittenStatement, Fate>> {
  const fates: Fate[] = []
  for (const statement of written) {
    if (fates.length % AT_ONCE === 0) await scheduler.yield()
    const isProven = checkStatement(statement, options).verdict !== 'removed'
    fates.push({ statement, kept: isProven ? statement : undefined, judged: 'unknown' })
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

/** Has sentences judged that are no quotes, and proves and judges those again that were shortened. */
async function judge(fates: readonly Fate[], options: WrittenOptions): Promise<void> {
  const { author, policy, language } = options
  const asked = fates.flatMap(fate => {
    const { kept } = fate
    return kept && !kept.isVerbatim ? [{ fate, kept, claim: claimOf(kept, policy) }] : []
  })
  if (asked.length === 0) return
  const claims = asked.map(({ claim }) => claim)
  const judgements = await author.judge(claims, { language, mayShorten: true }, options)
  const renewed = asked.flatMap(({ fate, kept }, at) => {
    const { verdict = 'unknown', shortened } = judgements[at] ?? {}
    fate.judged = verdict
    if (shortened === undefined) return []
    const own = { ...kept, text: shortened }
    if (checkStatement(own, { policy, language }).verdict === 'removed') return []
    fate.kept = own
    return [{ fate, claim: claimOf(own, policy) }]
  })
  if (renewed.length === 0) return
  const again = renewed.map(({ claim }) => claim)
  const verdicts = await author.judge(again, { language, mayShorten: false }, options)
  for (const [at, { fate }] of renewed.entries()) fate.judged = verdicts[at]?.verdict ?? 'unknown'
}

/** A sentence with its quotes and what each is about. */
function claimOf(statement: WrittenStatement, policy: SourcePolicy): Claim {
  const quotes = quotesOf(statement, policy).map(({ text, about }) => `${about}: ${text}`)
  return { text: statement.text, quotes }
}

function hasContent({ paragraphs, bullets = [], table, notes = [] }: Section): boolean {
  return (
    paragraphs.some(statements => statements.length > 0) ||
    bullets.length > 0 ||
    (table?.rows.length ?? 0) > 0 ||
    notes.length > 0
  )
}

interface WriteOptions extends Run {
  readonly author: Author
  readonly onProgress: (progress: Progress) => void
}

/** Returns the first draft that verification leaves something of. */
export async function writeDraft(
  material: Material,
  { author, onProgress, ...run }: WriteOptions,
): Promise<VerifiedDraft | undefined> {
  onProgress({ stage: 'writing', counts: {} })
  for await (const draft of author.write(material, run)) {
    onProgress({ stage: 'verifying', counts: {} })
    const verified = await verifyDraft(draft, { ...run, author })
    if (!verified.isEmpty) return verified
  }
  return undefined
}

/** Words for parts of a report that claim nothing. */
const NEUTRAL = new Set(lists['neutral in headings'].split(' '))

/** Returns whether an author's heading claims something that is neither in the question nor in its section. */
function saysMore(section: Section, input: string, language: string): boolean {
  const { heading } = section
  const statements = statementsOf({ sections: [section] })
  if (heading === undefined || !statements.some(isWritten)) return false
  const quotes = statements
    .flatMap(({ evidence }) => evidence)
    .flatMap(({ quote, passage }) => [quote, passage.title])
  const texts = [input, ...statements.map(({ text }) => text), ...quotes]
  const known = texts.map(text => ({ text, language }))
  if (wrongFigures(heading, known, language).length > 0) return true
  const whole = texts.join('\n')
  const said = new Set(words(whole).flatMap(({ folded, stem }) => [folded, stem]))
  return !contentWords(heading).every(
    ({ folded, stem, text }) =>
      NEUTRAL.has(folded) || said.has(folded) || said.has(stem) || isPartOf(text, whole),
  )
}

/** In scripts without spaces, a word may be inside a longer run of characters. */
function isPartOf(text: string, whole: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u.test(text)
    ? whole.includes(text)
    : false
}
