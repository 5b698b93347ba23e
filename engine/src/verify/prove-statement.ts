import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { WrittenStatement } from '../evidence/written-statement.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { contentStems } from '../text/words.ts'
import type { QuotedText } from './figure-source.ts'
import type { Judged } from './problem.ts'
import { type Verdict, verifyComposed, verifyWritten } from './verify-sentence.ts'

interface CheckOptions {
  readonly policy: SourcePolicy
  readonly language: string
  readonly judged?: Judged
}

/** Returns whether all evidence of a statement is in its document, letter by letter, and may be used. */
export function isAllowed({ evidence }: Statement, policy: SourcePolicy): boolean {
  return (
    evidence.length > 0 && evidence.every(entry => isExact(entry) && policy.admits(entry.passage))
  )
}

function isExact({ quote, start, end, passage }: Evidence): boolean {
  return passage.text.slice(start - passage.start, end - passage.start) === quote
}

/** Returns whether the quotes support a statement that is a quote or comes from a template. */
export function isBorneOut(statement: Statement, policy: SourcePolicy): boolean {
  if (!isAllowed(statement, policy)) return false
  const { text, evidence, isVerbatim, computed = [] } = statement
  // A field's quote does not name what its document is about: the title does.
  const quotes = evidence.flatMap(({ quote, passage }) => [quote, passage.title])
  return verifyComposed({ text, quotes, computed, isVerbatim }).verdict === 'kept'
}

/** Proves a sentence in an author's own words. */
export function checkStatement(
  statement: WrittenStatement,
  { policy, language, judged }: CheckOptions,
): Verdict {
  if (!isAllowed(statement, policy)) return { verdict: 'removed', problems: [] }
  if (statement.isVerbatim && isBorneOut(statement, policy))
    return { verdict: 'kept', problems: [] }
  const quotes = quotesOf(statement, policy)
  return verifyWritten({ text: statement.text, language, quotes, ...(judged && { judged }) })
}

/** Lists everything that may support a sentence: its quotes with their titles, and calculations. */
export function quotesOf(
  { evidence, facts }: WrittenStatement,
  policy: SourcePolicy,
): QuotedText[] {
  return [
    ...evidence.map(quotedText),
    ...facts.filter(fact => isBorneOut(fact, policy)).map(factText),
  ]
}

/** Cached, because reading the figures of a quote takes time and many sentences cite the same ones. */
const known = new WeakMap<object, QuotedText>()

function quotedText(entry: Evidence): QuotedText {
  const found = known.get(entry)
  if (found) return found
  const { title, text, language } = entry.passage
  const quoted = {
    text: entry.quote,
    about: title,
    // If the language is unknown, figures are read as in English.
    language: language ?? detectLanguage(text) ?? 'en',
  }
  known.set(entry, quoted)
  return quoted
}

/** Templates put English words around what the sources say. */
function factText(fact: Statement): QuotedText {
  const found = known.get(fact)
  if (found) return found
  const titles = new Set(fact.evidence.map(({ passage }) => passage.title))
  const quoted = { text: fact.text, about: [...titles].join('\n'), language: 'en' }
  known.set(fact, quoted)
  return quoted
}

/** How many other quotes are tried for a sentence. */
const MOST_TRIED = 4

type CiteBetter = (statement: WrittenStatement) => WrittenStatement | undefined

/**
 * Finds the quote that a sentence should have cited. The quote must support the sentence alone and share
 * more words with it than the cited quotes do. Beside other quotes, it could lend its figures to their
 * subjects and save a false sentence.
 */
export function createCiteBetter(
  ledger: Ledger,
  { policy, language }: { policy: SourcePolicy; language: string },
): CiteBetter {
  const entries = ledger.entries
    .filter(({ passage }) => policy.admits(passage))
    .map(entry => ({ entry, stems: contentStems(`${entry.passage.title} ${entry.quote}`) }))
  return statement => {
    const stems = contentStems(statement.text)
    const cited = entries.filter(({ entry }) => statement.evidence.includes(entry))
    const least = Math.max(0, ...cited.map(({ stems: own }) => countShared(stems, own)))
    const others = entries
      .filter(({ entry }) => !statement.evidence.includes(entry))
      .map(({ entry, stems: own }) => ({ entry, shared: countShared(stems, own) }))
      .filter(({ shared }) => shared > least)
      .toSorted((one, other) => other.shared - one.shared)
      .slice(0, MOST_TRIED)
    return others
      .map(({ entry }) => withEvidence(statement, entry))
      .find(one => checkStatement(one, { policy, language }).verdict === 'kept')
  }
}

/** Keeps the evidence of calculated facts. */
function withEvidence(statement: WrittenStatement, entry: Evidence): WrittenStatement {
  const own = statement.facts.flatMap(fact => fact.evidence)
  return { ...statement, evidence: [...new Set([entry, ...own])], isVerbatim: false }
}

function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const stem of one) if (other.has(stem)) shared += 1
  return shared
}
