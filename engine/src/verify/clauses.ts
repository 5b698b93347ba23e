import { sentences } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'
import { alignClaim, type ClaimWord, coverage, mergeHits } from './alignment.ts'

export interface Clause extends Span {
  readonly words: readonly ClaimWord[]
}

/** A predicate that a sentence shares with a quote about another subject. */
interface BorrowedPredicate {
  readonly predicate: string
  readonly quote: string
  /** The words of the sentence before it. */
  readonly subject: ReadonlySet<string>
}

const CLAUSE_END = /[,;:()]|\b(?:and|but|or|while|which|because|although|such as|including)\b/g
const LEAST_STRAY_WORDS = 2
const LEAST_STRETCH_WORDS = 3
const LEAST_PREDICATE_WORDS = 4
const MOST_WORDS = 200

/** The clauses of a sentence that have content words, in order. */
export function splitClauses(sentence: string, content: readonly ClaimWord[]): Clause[] {
  const ends = [...Array.from(sentence.matchAll(CLAUSE_END), ({ index }) => index), sentence.length]
  return ends
    .map((end, at) => {
      const start = ends[at - 1] ?? 0
      return { start, end, words: content.filter(word => word.start >= start && word.end <= end) }
    })
    .filter(({ words: own }) => own.length > 0)
}

/**
 * Finds clauses that share no word with the texts. The first clause is left out, because it may name the
 * speaker.
 */
export function strayClauses(sentence: string, texts: readonly string[]): Clause[] {
  const { content, hits } = aligned(sentence, texts)
  return splitClauses(sentence, content)
    .slice(1)
    .filter(({ words: own }) => own.length >= LEAST_STRAY_WORDS && coverage(own, hits) === 0)
}

/** Finds stray clauses, and other stretches of content words that none of the texts has. */
export function strayStretches(sentence: string, texts: readonly string[]): Span[] {
  const { content, hits } = aligned(sentence, texts)
  const stretches: Span[] = []
  let last: ClaimWord | undefined
  let count = 0
  for (const [at, word] of content.entries()) {
    count = hits[word.id] ? 0 : count + 1
    if (count === 0) last = word
    const isEnd = at + 1 === content.length || hits[content[at + 1]?.id ?? 0]
    if (last && isEnd && count >= LEAST_STRETCH_WORDS)
      stretches.push({ start: last.end, end: word.end })
  }
  return [...strayClauses(sentence, texts), ...stretches]
}

function aligned(sentence: string, texts: readonly string[]) {
  const { words: own, rows } = alignClaim(sentence, texts)
  return { content: own.filter(({ isContent }) => isContent), hits: mergeHits(rows) }
}

/**
 * Finds predicates that a quote has word for word, after a subject that the sentence takes from another
 * quote. Only the reading model can tell whether both subjects are the same.
 */
export function borrowedPredicates(
  sentence: string,
  quotes: readonly string[],
): BorrowedPredicate[] {
  const said = words(sentence).slice(0, MOST_WORDS)
  const stems = quotes.map(quote => new Set(words(quote).map(({ stem }) => stem)))
  return quotes.flatMap((quote, at) => {
    const run = longestRun(said, quote)
    if (!run || run.from === 0 || run.isAtStart || run.length < LEAST_PREDICATE_WORDS) return []
    const subject = contentStemsOf(said.slice(0, run.from))
    const others = stems.filter((_, other) => other !== at)
    const isForeign = (stem: string) => !stems[at]?.has(stem) && others.some(one => one.has(stem))
    if (![...subject].some(isForeign)) return []
    const start = said[run.from]?.start ?? 0
    const predicate = sentence.slice(start, said[run.from + run.length - 1]?.end)
    return [{ predicate, quote, subject }]
  })
}

interface Run {
  readonly from: number
  readonly length: number
  /** Whether a clause of the quote begins with it, which means that it has its own subject. */
  readonly isAtStart: boolean
}

/** The longest run of words that the sentence shares with a sentence of the quote. */
function longestRun(said: readonly Word[], quote: string): Run | undefined {
  let best: Run | undefined
  for (const { start, end } of sentences(quote)) {
    const own = quote.slice(start, end)
    const quoted = words(own).slice(0, MOST_WORDS)
    let last = new Uint16Array(said.length)
    for (const [place, word] of quoted.entries()) {
      const lengths = new Uint16Array(said.length)
      for (const [at, { folded }] of said.entries()) {
        if (folded !== word.folded) continue
        const length = (last[at - 1] ?? 0) + 1
        lengths[at] = length
        const from = at - length + 1
        if (length <= (best?.length ?? 0)) continue
        const before = own.slice(0, quoted[place - length + 1]?.start)
        best = { from, length, isAtStart: /(?:^|[:;,.(])\s*$/.test(before) }
      }
      last = lengths
    }
  }
  return best
}

function contentStemsOf(own: readonly Word[]): Set<string> {
  return new Set(own.filter(({ folded }) => !STOP_WORDS.has(folded)).map(({ stem }) => stem))
}
