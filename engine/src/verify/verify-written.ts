import { alignClaim } from './align-claim.ts'
import { checkWritten } from './check-written.ts'
import { coverage, mergeHits } from './coverage.ts'
import type { QuotedText } from './figure-source.ts'
import { judgeSupport } from './judge-support.ts'
import type { Judged } from './judge-with-model.ts'
import { MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'
import type { Problem } from './problem.ts'
import { baseOf } from './read-figures.ts'

/** A sentence that a model wrote, with what it says that it rests on. */
export interface ModelSentence {
  readonly text: string
  readonly language: string
  /** Sentences that code calculated count as quotes. */
  readonly quotes: readonly QuotedText[]
  /** What a model said of it; absent before it was asked. */
  readonly judged?: Judged
}

export interface WrittenVerdict {
  /** `open`: its figures are proven, but only a judgement can tell whether the rest is. */
  readonly verdict: 'kept' | 'removed' | 'open'
  readonly problems: readonly Problem[]
}

/** So much of the words needs no judgement; with less than the lower bound none helps. */
const ENOUGH_COVERAGE = 0.6
const LEAST_COVERAGE = 0.3
/** Written without spaces between words, which then cannot be compared. */
const UNSPACED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my'])

/**
 * Proves a model's sentence against its quotes. No judgement outweighs a figure, a name or a
 * quotation that is not there: the model that judges may be the one that invented them.
 */
export function verifyWritten({ text, language, quotes, judged }: ModelSentence): WrittenVerdict {
  const plain = plainSentence(text)
  if (text.length > MOST_SENTENCE_CHARACTERS || plain === '') return removed([])
  const texts = quotes.flatMap(({ text: quote, about = '' }) => [quote, about])
  const alignment = alignClaim(plain, texts)
  const isComparable = quotes.every(quote => canCompare(language, quote.language))
  const problems = checkWritten(plain, quotes, { language, isComparable, alignment })
  if (problems.length > 0 || judged === 'unsupported') return removed(problems)
  if (!isComparable) return { verdict: judged === 'supported' ? 'kept' : 'open', problems }
  const content = alignment.words.filter(word => word.isContent)
  const covered = coverage(content, mergeHits(alignment.rows))
  // "See." or "It is so." says nothing of what was quoted, and nothing else either.
  if (content.length === 0 || covered === 0) return removed([])
  if (covered >= ENOUGH_COVERAGE || judgeSupport(plain, texts).supported) {
    return { verdict: 'kept', problems }
  }
  if (covered < LEAST_COVERAGE) return removed([])
  return { verdict: judged === 'supported' ? 'kept' : 'open', problems }
}

function canCompare(one: string, other: string): boolean {
  return baseOf(one) === baseOf(other) && !UNSPACED.has(baseOf(one))
}

function removed(problems: readonly Problem[]): WrittenVerdict {
  return { verdict: 'removed', problems }
}
