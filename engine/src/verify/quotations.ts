import { findWhole } from '../text/find-whole.ts'
import { words } from '../text/words.ts'

/** Fewer words in quotation marks are a title or a figure of speech. */
const LEAST_WORDS = 4
const OPENING = /[“„‟❝〝«‹「『]/g
const CLOSING = /[”❞〞〟»›」』＂″‶]|''/g
const MARKS = [
  /(?<![\p{L}\p{N}])"([^"]*)(?:"|$)/gu,
  /[‘‚]((?:[^‘’‚]|’(?=\p{L}))*)[‘’](?!\p{L})/gu,
  /(?<![\p{L}\p{N}])'((?:[^']|(?<=\p{L})'(?=\p{L}))*)'(?!\p{L})/gu,
]
const LEFT_OUT = /\s*(?:\[\s*(?:…|\.{3})\s*\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3})\s*/

/** The texts that a sentence has between quotation marks. */
export function findQuotations(
  sentence: string,
  { leastWords = LEAST_WORDS }: { readonly leastWords?: number } = {},
): string[] {
  // Some languages open with the marks that others close with, so all become one kind.
  const plain = sentence
    .replace(OPENING, ' "')
    .replace(CLOSING, '"')
    .replace(/[＇‛❛❜]/g, "'")
  return MARKS.flatMap(mark => Array.from(plain.matchAll(mark), ([, text = '']) => text)).filter(
    text => words(text).length >= leastWords,
  )
}

/**
 * Returns whether one quote has the exact words, except at an ellipsis. A short term may be inflected, and
 * may be in a title.
 */
export function isSaid(
  text: string,
  quotes: readonly string[],
  titles: readonly string[] = [],
): boolean {
  if (words(text).length < LEAST_WORDS && isTerm(text, [...quotes, ...titles])) return true
  const pieces = text
    .split(LEFT_OUT)
    .map(piece => level(piece).replace(/[.,;:!?]+$/, ''))
    .filter(piece => piece !== '')
  return quotes.some(quote => {
    const said = level(quote)
    let from = 0
    return pieces.every(piece => {
      const at = findWhole(said, piece, from)
      from = at + piece.length
      return at >= 0
    })
  })
}

/** Whether one of the texts has a short term, in whatever form. */
function isTerm(text: string, texts: readonly string[]): boolean {
  const stems = words(text).map(({ stem }) => stem)
  return texts.some(one => {
    const own = words(one).map(({ stem }) => stem)
    return own.some((_, at) => stems.every((stem, index) => own[at + index] === stem))
  })
}

/** Normalizes signs that can be typed in several ways. */
function level(text: string): string {
  return text
    .replace(/[“”„«»‹›「」『』"]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[‐‑–—−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
