import { sentences } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { contentStems, type Word, words } from '../text/words.ts'

/** A claim's words beside those of every sentence of its quotes. */
export interface Alignment {
  readonly words: readonly ClaimWord[]
  readonly rows: readonly Row[]
}

export interface ClaimWord extends Word {
  /** Words of one family share a key. */
  readonly key: string
  readonly isContent: boolean
  /** Numbers and long words are seldom found by chance, so they count for more. */
  readonly weight: number
}

/** How well each key of a claim is matched: 1 for the word itself, less for one with the same beginning. */
export type Hits = ReadonlyMap<string, number>

/** One sentence of a quote. */
export interface Row {
  readonly keys: readonly string[]
  readonly hits: Hits
  readonly text: string
}

/** Small numbers that texts spell out. `one` is left out: it is a pronoun more often than a number. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 2]),
)

const MOST_CLAIM_WORDS = 150
const MOST_QUOTE_CHARACTERS = 60_000
const MOST_SENTENCES = 2_000
const PREFIX_LENGTH = 5
const PREFIX_STRENGTH = 0.8
const NUMBER_WEIGHT = 1.6
const WINDOW = 3

export function alignClaim(claim: string, quotes: readonly string[]): Alignment {
  const own = words(claim).slice(0, MOST_CLAIM_WORDS).map(toClaimWord)
  const known = new Set(own.map(({ key }) => key))
  const families = new Map(
    [...known].filter(isLong).map(key => [key.slice(0, PREFIX_LENGTH), key] as const),
  )
  let left = MOST_QUOTE_CHARACTERS
  const rows = quotes.flatMap(quote => {
    const shown = quote.slice(0, Math.max(0, left))
    left -= quote.length
    return sentences(shown).map(({ start, end }) => toRow(shown.slice(start, end)))
  })
  return { words: own, rows: rows.filter(({ keys }) => keys.length > 0).slice(0, MOST_SENTENCES) }

  function toRow(text: string): Row {
    const keys = words(text).map(keyOf)
    const hits = new Map<string, number>()
    for (const key of keys) {
      const family = families.get(key.slice(0, PREFIX_LENGTH))
      if (known.has(key)) hits.set(key, 1)
      else if (family !== undefined && !hits.has(family)) hits.set(family, PREFIX_STRENGTH)
    }
    return { keys, hits, text }
  }
}

/** Returns the share of the claim's words, by weight, that were found. */
export function coverage(claimWords: readonly ClaimWord[], hits: Hits): number {
  let found = 0
  let whole = 0
  for (const { key, weight } of claimWords) {
    whole += weight
    found += weight * (hits.get(key) ?? 0)
  }
  return whole === 0 ? 1 : found / whole
}

/** Returns up to three neighbouring sentences that together have most of the claim's words. */
export function bestWindow(claimWords: readonly ClaimWord[], rows: readonly Row[]): readonly Row[] {
  let best: readonly Row[] = rows.slice(0, WINDOW)
  let most = 0
  for (let start = 0; start + WINDOW <= rows.length; start++) {
    const window = rows.slice(start, start + WINDOW)
    const covered = coverage(claimWords, mergeHits(window))
    if (covered > most) {
      most = covered
      best = window
    }
  }
  return best
}

/** Returns the best match in any sentence for each key. */
export function mergeHits(rows: readonly Row[]): Hits {
  const merged = new Map<string, number>()
  for (const { hits } of rows) {
    for (const [key, hit] of hits) merged.set(key, Math.max(merged.get(key) ?? 0, hit))
  }
  return merged
}

/** The key that a word is compared by. */
function keyOf({ folded, stem }: Word): string {
  return NUMBER_WORDS.get(folded)?.toString() ?? stem
}

function toClaimWord(word: Word): ClaimWord {
  const key = keyOf(word)
  const weight = /^\d/.test(key) ? NUMBER_WEIGHT : Math.min(NUMBER_WEIGHT, 0.4 + 0.2 * key.length)
  return { ...word, key, isContent: !STOP_WORDS.has(word.folded), weight }
}

function isLong(key: string): boolean {
  return key.length >= PREFIX_LENGTH && !/^\d/.test(key)
}

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
    count = hits.has(word.key) ? 0 : count + 1
    if (count === 0) last = word
    const isEnd = at + 1 === content.length || hits.has(content[at + 1]?.key ?? '')
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
    const start = said[run.from]?.start ?? 0
    const subject = contentStems(sentence.slice(0, start))
    const others = stems.filter((_, other) => other !== at)
    const isForeign = (stem: string) => !stems[at]?.has(stem) && others.some(one => one.has(stem))
    if (![...subject].some(isForeign)) return []
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
