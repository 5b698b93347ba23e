import { quotableUnits, type Unit } from '../evidence/units.ts'
import type { Passage } from '../library/passage.ts'
import { findWhole } from '../text/find-whole.ts'
import type { Span } from '../text/span.ts'

/** A quote as a model returns it. */
export interface ModelQuote {
  /** Number of the passage in the prompt. */
  readonly passage: number
  readonly quote: string
  /** From 0 to 1. */
  readonly relevance: number
}

/** A sentence, field or row that the model quoted, and its relevance to the question. */
export interface AcceptedQuote extends Unit {
  readonly relevance: number
}

/** A reply may hold thousands; only the first are used. */
const MOST_QUOTES = 200
/** No passage is longer. */
const LONGEST_QUOTE = 8_000
/** Below this, a quote is on topic but does not answer, as the prompt says. */
const LEAST_RELEVANCE = 0.3

/**
 * Returns the sentences, fields and rows of the quotes that are in a passage letter by letter. A quote that
 * is only in another passage counts as that one's; any other is dropped.
 */
export function acceptModelQuotes(
  quotes: readonly ModelQuote[],
  numbered: ReadonlyMap<number, Passage>,
): AcceptedQuote[] {
  // A reply quotes few passages often.
  const known = new Map<Passage, PlainText>()
  const find = (passage: Passage, wanted: string) => {
    const plain = known.get(passage) ?? plainText(passage.text)
    known.set(passage, plain)
    const span = locateQuote(plain, wanted)
    return span ? [{ passage, span }] : []
  }
  const accepted = new Map<string, AcceptedQuote>()
  for (const { passage: number, quote, relevance } of quotes.slice(0, MOST_QUOTES)) {
    const claimed = numbered.get(number)
    if (!claimed || !isMeant({ relevance }) || quote.length > LONGEST_QUOTE) continue
    const own = find(claimed, quote)
    const places = own.length > 0 ? own : [...numbered.values()].flatMap(one => find(one, quote))
    const [place] = places
    if (!place || places.length > 1) continue
    for (const unit of quotableUnits(place.passage)) {
      if (unit.span.start >= place.span.end || place.span.start >= unit.span.end) continue
      const key = `${place.passage.documentId}:${place.passage.start + unit.span.start}`
      const best = Math.max(Math.min(1, relevance), accepted.get(key)?.relevance ?? 0)
      accepted.set(key, { ...unit, relevance: best })
    }
  }
  return [...accepted.values()]
}

/** Returns whether the model takes a quote for an answer. NaN counts as irrelevant. */
export function isMeant({ relevance }: Pick<ModelQuote, 'relevance'>): boolean {
  return relevance >= LEAST_RELEVANCE
}

/** A shorter quote counts only if the text has it once. */
const LEAST_TELLING = 16
/** Characters that models put around a quote. */
const AROUND = /^[\s"'….]{1,20}|[\s"'….,;:]{1,20}$/g

/**
 * Finds a quote in a text. White space, soft hyphens, the kind of quotation marks and dashes, and
 * Markdown's backslashes make no difference; everything else does.
 */
export function locateQuote({ text, places }: PlainText, quote: string): Span | undefined {
  const wanted = plainText(quote.normalize('NFC')).text.replace(AROUND, '')
  const at = /[\p{L}\p{N}]/u.test(wanted) ? findWhole(text, wanted) : -1
  const isTelling = wanted.length >= LEAST_TELLING
  if (at === -1 || (!isTelling && findWhole(text, wanted, { from: at + 1 }) !== -1))
    return undefined
  return { start: places[at] ?? 0, end: (places[at + wanted.length - 1] ?? 0) + 1 }
}

/** Characters that make no difference, by the one that stands for them. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/\s/, ' '],
  [/[\u00ad\u200b-\u200f\u2060\ufeff]/, ''],
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc\u0060\u00b4\u2039\u203a]/, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/, '"'],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/, '-'],
]
/** Characters that need no replacement. */
const ORDINARY = /[!-[\]-_a-~]/
const PUNCTUATION = /[!-/:-@[-`{-~]/

/** A text in the spelling in which quotes are compared. */
interface PlainText {
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
  return SAME.find(([pattern]) => pattern.test(character))?.[1] ?? character
}
