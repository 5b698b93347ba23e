import { stemmer } from 'stemmer'
import type { Span } from './span.ts'
import { STOP_WORDS } from './stop-words.ts'

export interface Word extends Span {
  /** As written. */
  readonly text: string
  /** Lower case without diacritics, numbers without thousands separators. */
  readonly folded: string
  /** The form that words of one family share; the library's index stems by the same rules. */
  readonly stem: string
}

const WORD = /\d+(?:[.,]\d+)*|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu

/** The words and numbers of a text, in order. */
export function words(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: written, index }) => {
    const { folded, stem } = reduce(written)
    return { text: written, start: index, end: index + written.length, folded, stem }
  })
}

/** The words that carry meaning. */
export function contentWords(text: string): Word[] {
  return words(text).filter(word => !STOP_WORDS.has(word.folded))
}

/** Returns the stems of the content words, each once, in order. */
export function contentStems(text: string): Set<string> {
  return new Set(contentWords(text).map(({ stem }) => stem))
}

export function fold(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  if (/^\d/.test(plain)) return plain.replace(/,(?=\d{3}(?!\d))/g, '')
  return plain.replace(/['’](?:s|re|ve|ll|d|m|t)?$/, '').replaceAll(/['’]/g, '')
}

/** Texts repeat their words: to fold and stem each form once is most of the speed of reading. */
const known = new Map<string, Pick<Word, 'folded' | 'stem'>>()
const MOST_KNOWN = 100_000
const LONGEST_KNOWN = 64

function reduce(written: string): Pick<Word, 'folded' | 'stem'> {
  const found = known.get(written)
  if (found) return found
  const folded = fold(written)
  const reduced = { folded, stem: stemmer(folded) }
  if (known.size >= MOST_KNOWN) known.clear()
  if (written.length <= LONGEST_KNOWN) known.set(written, reduced)
  return reduced
}
