import type { Evidence } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { WrittenStatement } from '../evidence/written-statement.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { detectLanguage } from '../text/detect-language.ts'
import type { QuotedText } from './figure-source.ts'
import type { Judged } from './judge-with-model.ts'
import { verifySentences } from './verify-report.ts'
import { verifyWritten, type WrittenVerdict } from './verify-written.ts'

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

/** Returns whether the quotes bear out a statement that rules put together or that is a quote itself. */
export function isBorneOut(statement: Statement, policy: SourcePolicy): boolean {
  if (!isAllowed(statement, policy)) return false
  const { text, evidence, isVerbatim, computed = [] } = statement
  // A field's quote does not name what its document is about: the title does.
  const quotes = evidence.flatMap(({ quote, passage }) => [quote, passage.title])
  const [verdict] = verifySentences([{ text, quotes, computed, isVerbatim }])
  return verdict?.verdict === 'kept'
}

/** Proves a sentence in an author's own words. */
export function checkStatement(
  statement: WrittenStatement,
  { policy, language, judged }: CheckOptions,
): WrittenVerdict {
  if (!isAllowed(statement, policy)) return { verdict: 'removed', problems: [] }
  if (statement.isVerbatim && isBorneOut(statement, policy))
    return { verdict: 'kept', problems: [] }
  const quotes = quotesOf(statement, policy)
  return verifyWritten({ text: statement.text, language, quotes, ...(judged && { judged }) })
}

/** All that a sentence may rest on: its quotes with what they are about, and what code calculated. */
export function quotesOf(
  { evidence, facts }: WrittenStatement,
  policy: SourcePolicy,
): QuotedText[] {
  return [
    ...evidence.map(quotedText),
    ...facts.filter(fact => isBorneOut(fact, policy)).map(factText),
  ]
}

/** To read the figures of a quote takes time, and many sentences rest on the same ones. */
const known = new WeakMap<object, QuotedText>()

function quotedText(entry: Evidence): QuotedText {
  const found = known.get(entry)
  if (found) return found
  const { title, text, language } = entry.passage
  const quoted = {
    text: entry.quote,
    about: title,
    // English where nobody knows: figures are then read as English writes them.
    language: language ?? detectLanguage(text) ?? 'en',
  }
  known.set(entry, quoted)
  return quoted
}

/** Rules write English words around what the sources say. */
function factText(fact: Statement): QuotedText {
  const found = known.get(fact)
  if (found) return found
  const titles = new Set(fact.evidence.map(({ passage }) => passage.title))
  const quoted = { text: fact.text, about: [...titles].join('\n'), language: 'en' }
  known.set(fact, quoted)
  return quoted
}
