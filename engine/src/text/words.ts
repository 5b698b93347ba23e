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
/** Letters of scripts that write no spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words and numbers of a text, in order. */
export function words(text: string): Word[] {
  return Array.from(text.matchAll(WORD)).flatMap(({ 0: written, index }) =>
    UNSPACED.test(written)
      ? Array.from(segmenter.segment(written), ({ segment, index: inside }) =>
          toWord(segment, index + inside),
        )
      : [toWord(written, index)],
  )
}

function toWord(written: string, start: number): Word {
  const { folded, stem } = reduce(written)
  return { text: written, start, end: start + written.length, folded, stem }
}

/** Puts spaces between the words of scripts that write none, so that an index finds them. */
export function withSpaces(text: string): string {
  if (!UNSPACED.test(text)) return text
  return text.replace(WORD, written =>
    UNSPACED.test(written)
      ? Array.from(segmenter.segment(written), ({ segment }) => segment).join(' ')
      : written,
  )
}

/** Joins words with spaces, except in scripts that write none. */
export function joinWords(written: readonly string[]): string {
  return written.reduce((joined, word) => {
    const isTight = UNSPACED.test(joined.at(-1) ?? '') && UNSPACED.test(word.charAt(0))
    return joined === '' || isTight ? joined + word : `${joined} ${word}`
  }, '')
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

/** A cache: texts repeat their words, and folding and stemming take most of the time. */
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

const SEAM = /\p{Ll}\p{Lu}/u
const IDENTIFIER = /(?<!\p{L})\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu
const LONGEST = 64

/** Splits the identifiers of a text into words, each once: `body Limit` for `bodyLimit`. */
export function wordsOfNames(text: string): string[] {
  // Few texts hold any, and this search is several times quicker.
  if (!SEAM.test(text)) return []
  const found = new Set(Array.from(text.matchAll(IDENTIFIER), ([name]) => name))
  return [...found].filter(({ length }) => length <= LONGEST).map(splitName)
}

/** Splits an identifier before each capital letter. */
export function splitName(name: string): string {
  return name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
}
