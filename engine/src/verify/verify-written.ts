import { baseOf } from './base-of.ts'
import { checkWritten } from './check-written.ts'
import { compareWords } from './compare-words.ts'
import type { QuotedText } from './figure-source.ts'
import type { Judged } from './judge-with-model.ts'
import { MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'
import type { Problem } from './problem.ts'

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

/** Written without spaces between words, which then cannot be compared. */
const UNSPACED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my'])

/**
 * Proves a model's sentence against its quotes. No judgement outweighs a figure, a name or a
 * quotation that is not there: the model that judges may be the one that invented them.
 */
export function verifyWritten({ text, language, quotes, judged }: ModelSentence): WrittenVerdict {
  const plain = plainSentence(text)
  if (text.length > MOST_SENTENCE_CHARACTERS || plain === '') return removed([])
  const isComparable = quotes.every(quote => canCompare(language, quote.language))
  const problems = checkWritten(plain, quotes, { language, isComparable })
  if (problems.length > 0 || judged === 'unsupported') return removed(problems)
  const texts = quotes.map(quote => quote.text)
  const titles = quotes.map(({ about = '' }) => about)
  const compared = isComparable ? compareWords(plain, { texts, titles, language }) : 'open'
  if (compared === 'unsaid') return removed([])
  const isKept = compared === 'said' || judged === 'supported'
  return { verdict: isKept ? 'kept' : 'open', problems }
}

function canCompare(one: string, other: string): boolean {
  return baseOf(one) === baseOf(other) && !UNSPACED.has(baseOf(one))
}

function removed(problems: readonly Problem[]): WrittenVerdict {
  return { verdict: 'removed', problems }
}
