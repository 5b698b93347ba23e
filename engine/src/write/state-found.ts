import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { subjectOf } from '../library/subject-of.ts'
import { nameField } from './name-field.ts'

/** A sentence as it stands, or a field put into words. */
export function stateFound(found: FoundSentence, ledger: Ledger): Statement {
  const { passage, span, label, text } = found
  const evidence = [ledger.enter(passage, span)]
  if (label === undefined) return { text, evidence, isVerbatim: true }
  const value = found.value
    ? passage.text.slice(found.value.start, found.value.end)
    : text.slice(label.length + 1).trim()
  return {
    text: `${nameField(label, subjectOf(passage.title))}: ${value.replace(/\.$/, '')}.`,
    evidence,
    isVerbatim: false,
  }
}
