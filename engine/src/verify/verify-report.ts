import { alignClaim } from './align-claim.ts'
import { checkFigures } from './check-figures.ts'
import { coverage, mergeHits } from './coverage.ts'
import { judgeSupport } from './judge-support.ts'
import { collapse, MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'
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

const LEAST_COVERAGE = 0.6

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

/**
 * A template's own words stand in no quote and its facts may come from several, so besides the
 * judgement it is enough that its figures are proven and that most of its words are quoted.
 */
function composed({ text, quotes, computed = [] }: WrittenSentence): Verdict {
  if (text.length > MOST_SENTENCE_CHARACTERS) return { verdict: 'removed', problems: [] }
  const plain = plainSentence(text)
  const alignment = alignClaim(plain, quotes)
  const problems = checkFigures(plain, quotes, { computed, alignment })
  if (problems.length > 0) return { verdict: 'removed', problems }
  const content = alignment.words.filter(word => word.isContent)
  const isKept =
    // What a calculation says of its result stands in no quote.
    computed.length > 0 ||
    coverage(content, mergeHits(alignment.rows)) >= LEAST_COVERAGE ||
    judgeSupport(plain, quotes).supported
  return { verdict: isKept ? 'kept' : 'removed', problems }
}
