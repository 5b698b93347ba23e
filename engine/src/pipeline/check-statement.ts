import type { Evidence } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { detectLanguage } from '../text/detect-language.ts'
import type { QuotedText } from '../verify/figure-source.ts'
import type { Judged } from '../verify/judge-with-model.ts'
import { verifyWritten, type WrittenVerdict } from '../verify/verify-written.ts'
import type { WrittenStatement } from '../write/written-statement.ts'
import { isAllowed, isBorneOut } from './verify-draft.ts'

interface CheckOptions {
  readonly policy: SourcePolicy
  readonly language: string
  readonly judged?: Judged
}

/** What code makes of a sentence that a model wrote. */
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
