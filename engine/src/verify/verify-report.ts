import { checkFigures } from './check-figures.ts'
import { judgeSupport } from './judge-support.ts'
import { collapse, plainSentence } from './plain-sentence.ts'
import type { Problem } from './problem.ts'

export interface WrittenSentence {
  readonly text: string
  readonly quotes: readonly string[]
  /** Results of recorded calculations, which stand in no quote. */
  readonly computed?: readonly number[]
  /** Whether the text claims to be the words of a quote. */
  readonly isVerbatim: boolean
}

export interface Verdict {
  readonly verdict: 'kept' | 'removed'
  readonly problems: readonly Problem[]
}

/** Proves each sentence against its own quotes. */
export function verifySentences(sentences: readonly WrittenSentence[]): Verdict[] {
  return sentences.map(sentence => (sentence.isVerbatim ? verbatim(sentence) : composed(sentence)))
}

function verbatim({ text, quotes }: WrittenSentence): Verdict {
  const plain = plainSentence(text)
  const isQuoted =
    plain !== '' &&
    quotes.some(quote => collapse(quote).includes(plain) || plainSentence(quote).includes(plain))
  return { verdict: isQuoted ? 'kept' : 'removed', problems: [] }
}

function composed({ text, quotes, computed = [] }: WrittenSentence): Verdict {
  const problems = checkFigures(text, quotes, { computed })
  const isKept = problems.length === 0 && judgeSupport(text, quotes).supported
  return { verdict: isKept ? 'kept' : 'removed', problems }
}
