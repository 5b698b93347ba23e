import { stemmer } from 'stemmer'
import type { Span } from './span.ts'
import { STOP_WORDS } from './stop-words.ts'

export interface Word extends Span {
  /** As written. */
  readonly text: string
  /** Lower case without diacritics, numbers without thousands separators. */
  readonly folded: string
  /** What words of one family share; the library's index stems by the same rules. */
  readonly stem: string
}

const WORD = /\d+(?:[.,]\d+)*|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu

/** The words and numbers of a text, in order. */
export function words(text: string): Word[] {
  return Array.from(text.matchAll(WORD), match => {
    const folded = fold(match[0])
    return {
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      folded,
      stem: stemOf(folded),
    }
  })
}

/** The words that carry meaning. */
export function contentWords(text: string): Word[] {
  return words(text).filter(word => !STOP_WORDS.has(word.folded))
}

export function fold(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  if (/^\d/.test(plain)) return plain.replace(/,(?=\d{3}(?!\d))/g, '')
  return plain.replace(/['’](?:s|re|ve|ll|d|m|t)?$/, '').replaceAll(/['’]/g, '')
}

const known = new Map<string, string>()
const MOST_KNOWN = 100_000

function stemOf(folded: string): string {
  const found = known.get(folded)
  if (found !== undefined) return found
  if (known.size >= MOST_KNOWN) known.clear()
  const stem = stemmer(folded)
  known.set(folded, stem)
  return stem
}
