import { alignClaim, type ClaimWord } from './align-claim.ts'
import { CAPITAL_NOUNS, checkWritten } from './check-written.ts'
import { coverage, mergeHits } from './coverage.ts'
import type { QuotedText } from './figure-source.ts'
import { judgeSupport } from './judge-support.ts'
import type { Judged } from './judge-with-model.ts'
import { namedWords } from './named-words.ts'
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
/** Small words that make much of a sentence: they need a judgement where no quote has them. */
const BOLD = new Set(
  (
    'only sole first last always never ever all every entire entirely most best worst must because ' +
    'therefore hence thus due cause caused causes led leads despite proves proved unlike single'
  ).split(' '),
)
/** Written without spaces between words, which then cannot be compared. */
const UNSPACED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my'])

/**
 * Proves a model's sentence against its quotes. No judgement outweighs a figure, a name or a
 * quotation that is not there: the model that judges may be the one that invented them.
 */
export function verifyWritten({ text, language, quotes, judged }: ModelSentence): WrittenVerdict {
  const plain = plainSentence(text)
  if (text.length > MOST_SENTENCE_CHARACTERS || plain === '') return removed([])
  const texts = quotes.map(quote => quote.text)
  const titles = quotes.map(({ about = '' }) => about)
  const quoted = alignClaim(plain, texts)
  const titled = alignClaim(plain, titles)
  const alignment = { ...quoted, rows: [...quoted.rows, ...titled.rows] }
  const isComparable = quotes.every(quote => canCompare(language, quote.language))
  const problems = checkWritten(plain, quotes, { language, isComparable, alignment })
  if (problems.length > 0 || judged === 'unsupported') return removed(problems)
  const agreed = { verdict: judged === 'supported' ? 'kept' : 'open', problems } as const
  if (!isComparable) return agreed
  const content = alignment.words.filter(word => word.isContent)
  // "See." or "It is so." says nothing of what was quoted, and nothing else either.
  if (content.length === 0) return removed([])
  if (coverage(content, mergeHits(alignment.rows)) < LEAST_COVERAGE) return removed([])
  const inQuotes = mergeHits(quoted.rows)
  const inTitles = mergeHits(titled.rows)
  const own = content.filter(({ id }) => inTitles[id] !== 1)
  // "Lake Orrin is a trap": all of it that can be found is what the page is about.
  if (coverage(own, inQuotes) === 0) return removed([])
  const told = withoutNames(own, plain, language)
  const covered = told.length === 0 ? 0 : coverage(told, inQuotes)
  const isBold = alignment.words.some(({ id, folded }) => BOLD.has(folded) && !inQuotes[id])
  const isTold =
    covered >= ENOUGH_COVERAGE ||
    (covered >= LEAST_COVERAGE && judgeSupport(plain, [...texts, ...titles]).supported)
  return isTold && !isBold ? { verdict: 'kept', problems } : agreed
}

/** Whom a sentence speaks of is not yet what it says of them. */
function withoutNames(
  own: readonly ClaimWord[],
  plain: string,
  language: string,
): readonly ClaimWord[] {
  // Where nouns have capitals too, names cannot be told from them.
  if (CAPITAL_NOUNS.has(baseOf(language))) return own
  const names = new Set(namedWords(plain).map(({ start }) => start))
  return own.filter(({ start }) => !names.has(start))
}

function canCompare(one: string, other: string): boolean {
  return baseOf(one) === baseOf(other) && !UNSPACED.has(baseOf(one))
}

function removed(problems: readonly Problem[]): WrittenVerdict {
  return { verdict: 'removed', problems }
}
