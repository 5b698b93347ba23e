import type { Span } from '../text/span.ts'

const MOST_PIECES = 8
/** A shorter quote counts only if the text has it once. */
const LEAST_TELLING = 16
const LEAST_PIECE = 8
/** Number of places inside words after which the search stops. */
const MOST_TRIES = 50

const ELLIPSIS = /\s*(?:\[\s*(?:…|\.{3,})\s*\]|\(\s*(?:…|\.{3,})\s*\)|…|\.{3,})\s*/
/** Characters that models put around a quote. */
const BEFORE = /[\s"']/
const AFTER = /[\s"'.,;:]/

/** A quote prepared for the search. */
export interface Quote {
  readonly whole: string
  /** The pieces between its gaps. */
  readonly pieces: readonly string[]
}

export function readQuote(written: string): Quote {
  const { text } = plainText(written.normalize('NFC'))
  const pieces = text.split(ELLIPSIS).map(bare).filter(saysSomething)
  return { whole: bare(text), pieces }
}

/**
 * Finds a quote in a text. White space, soft hyphens, the kind of quotation marks and dashes, and
 * Markdown's backslashes make no difference; everything else does. A quote with gaps is searched for
 * piece by piece, in order. Returns undefined if any piece is missing.
 */
export function locateQuote(
  within: PlainText,
  { whole, pieces }: Quote,
): readonly Span[] | undefined {
  if (!saysSomething(whole)) return undefined
  const found = locate(within, whole, 0)
  if (found) return [found]
  if (pieces.length === 0 || pieces.length > MOST_PIECES) return undefined
  const spans: Span[] = []
  for (const piece of pieces) {
    if (piece.length < LEAST_PIECE) return undefined
    const next = locate(within, piece, spans.at(-1)?.end ?? 0)
    if (!next) return undefined
    spans.push(next)
  }
  return spans
}

function locate({ text, places }: PlainText, wanted: string, from: number): Span | undefined {
  const begin = from === 0 ? 0 : places.findIndex(place => place >= from)
  const at = begin === -1 ? undefined : nextAt(text, wanted, begin)
  if (at === undefined) return undefined
  const isTelling = wanted.length >= LEAST_TELLING
  if (!isTelling && nextAt(text, wanted, at + 1) !== undefined) return undefined
  const start = places[at]
  const last = places[at + wanted.length - 1]
  return start === undefined || last === undefined ? undefined : { start, end: last + 1 }
}

/** Skips places that cut a number or a word in half. */
function nextAt(text: string, wanted: string, from: number): number | undefined {
  let at = text.indexOf(wanted, from)
  for (let tries = 0; at !== -1 && tries < MOST_TRIES; tries++) {
    if (!cutsWord(text, at) && !cutsWord(text, at + wanted.length)) return at
    at = text.indexOf(wanted, at + 1)
  }
  return undefined
}

function cutsWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? ''
  const after = text[at] ?? ''
  if (/\d/.test(after))
    return /\d/.test(before) || /\d[.,]$/.test(text.slice(Math.max(0, at - 2), at))
  if (/\d/.test(before) && /^[.,]\d/.test(text.slice(at, at + 2))) return true
  return /\p{Script=Latin}/u.test(before) && /\p{Script=Latin}/u.test(after)
}

function bare(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && BEFORE.test(text.charAt(start))) start++
  while (end > start && AFTER.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

const SPACE = /\s/
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/
const SINGLE_QUOTE = /[\u2018\u2019\u201a\u201b\u2032\u02bc\u0060\u00b4\u2039\u203a]/
const DOUBLE_QUOTE = /[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/
const DASH = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/
/** Characters that need no replacement. */
const ORDINARY = /[!-[\]-_a-~]/
const PUNCTUATION = /[!-/:-@[-`{-~]/

/** A text in the spelling in which quotes are compared. */
export interface PlainText {
  readonly text: string
  /** Offset of each character in the original text. */
  readonly places: readonly number[]
}

/** Writes a text with single spaces and one kind of quotation marks and dashes, without invisible characters. */
export function plainText(written: string): PlainText {
  let text = ''
  const places: number[] = []
  for (let at = 0; at < written.length; at++) {
    const character = spell(written, at)
    if (character === '' || (character === ' ' && (text === '' || text.endsWith(' ')))) continue
    text += character
    places.push(at)
  }
  return { text, places }
}

function spell(written: string, at: number): string {
  const character = written.charAt(at)
  if (ORDINARY.test(character)) return character
  if (character === '\\') return PUNCTUATION.test(written.charAt(at + 1)) ? '' : character
  if (SPACE.test(character)) return ' '
  if (UNSEEN.test(character)) return ''
  if (SINGLE_QUOTE.test(character)) return "'"
  if (DOUBLE_QUOTE.test(character)) return '"'
  return DASH.test(character) ? '-' : character
}
