import type { Passage } from '../library/passage.ts'
import { addressesModel } from '../text/addresses-model.ts'
import { blocks } from '../text/blocks.ts'
import { lines, sentences, trim } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'

/** A quote as a model returns it. */
export interface ModelQuote {
  /** Number of the passage in the prompt. */
  readonly passage: number
  readonly quote: string
  /** From 0 to 1. */
  readonly relevance: number
}

/** A quoted place in a passage, and its relevance to the question. */
export interface AcceptedQuote {
  readonly passage: Passage
  readonly span: QuotedSpan
  readonly relevance: number
}

/** A reply may hold thousands; only the first are used. */
const MOST_QUOTES = 200
/** No passage is longer. */
const LONGEST_QUOTE = 8_000
/** Below this, a quote is on topic but does not answer, as the prompt says. */
const LEAST_RELEVANCE = 0.3

/**
 * Keeps quotes that are in a passage letter by letter, widened to whole sentences, rows or fields. A quote
 * that is only in another passage counts as that one's; any other is dropped. The result has the
 * passage's own spelling.
 */
export function acceptModelQuotes(
  quotes: readonly ModelQuote[],
  numbered: ReadonlyMap<number, Passage>,
): AcceptedQuote[] {
  const known = new Map<Passage, Prepared>()
  const prepared = (passage: Passage) => {
    const own = known.get(passage) ?? prepare(passage)
    known.set(passage, own)
    return own
  }
  const accepted: AcceptedQuote[] = []
  for (const { passage: number, quote, relevance } of quotes.slice(0, MOST_QUOTES)) {
    const claimed = numbered.get(number)
    if (!claimed || !isMeant({ relevance }) || quote.length > LONGEST_QUOTE) continue
    const wanted = readQuote(quote)
    const find = (passage: Passage) => {
      const spans = locateQuote(prepared(passage).plain, wanted)
      return spans ? [{ passage, spans }] : []
    }
    const own = find(claimed)
    const places = own.length > 0 ? own : [...numbered.values()].flatMap(find)
    const [place] = places
    if (!place || places.length > 1) continue
    const { units } = prepared(place.passage)
    for (const span of place.spans.flatMap(piece => widenQuote(units, piece))) {
      const { passage } = place
      join(accepted, { passage, span, relevance: Math.min(1, relevance) })
    }
  }
  return accepted
}

/** Returns whether the model takes a quote for an answer. NaN counts as irrelevant. */
export function isMeant({ relevance }: Pick<ModelQuote, 'relevance'>): boolean {
  return relevance >= LEAST_RELEVANCE
}

/** A passage prepared once, since a reply quotes few passages often. */
interface Prepared {
  readonly plain: PlainText
  readonly units: readonly Unit[]
}

function prepare({ text }: Passage): Prepared {
  return { plain: plainText(text), units: quotableUnits(text) }
}

/** Joins overlapping quotes, with the better relevance. */
function join(accepted: AcceptedQuote[], quote: AcceptedQuote): void {
  for (const [at, known] of accepted.entries()) {
    if (known.passage !== quote.passage) continue
    const span = joinSpans(known.span, quote.span)
    if (!span) continue
    accepted.splice(at, 1)
    join(accepted, { ...known, span, relevance: Math.max(known.relevance, quote.relevance) })
    return
  }
  accepted.push(quote)
}

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
interface Quote {
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

interface QuotedSpan extends Span {
  /** Label of a field line. */
  readonly label?: string
}

/**
 * Widens a span to the whole units that it touches. Units that follow each other in one paragraph or
 * table become one span, which ends after the last unit that fits.
 */
export function widenQuote(units: readonly Unit[], span: Span): QuotedSpan[] {
  const runs: QuotedSpan[][] = []
  let before: Unit | undefined
  for (const unit of units) {
    if (!overlaps(unit, span)) continue
    const run = runs.at(-1)
    if (unit.isQuotable) {
      if (run && before?.isQuotable && before.block === unit.block) run.push(unit)
      else runs.push([unit])
    }
    before = unit
  }
  return runs.flatMap(run => {
    const [first] = run
    if (!first) return []
    const last = run.findLast(({ end }) => end - first.start <= LONGEST_QUOTED)
    const { start, label } = first
    return [{ start, end: (last ?? first).end, ...(label !== undefined && { label }) }]
  })
}

/** Joins two overlapping spans, or returns the first if they would be too long together. */
function joinSpans(one: QuotedSpan, other: QuotedSpan): QuotedSpan | undefined {
  if (!overlaps(one, other)) return undefined
  const joined = {
    ...one,
    start: Math.min(one.start, other.start),
    end: Math.max(one.end, other.end),
  }
  return joined.end - joined.start <= LONGEST_QUOTED ? joined : one
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end
}

/** The smallest quotable piece: a sentence, a table row or a field. */
interface Unit extends Span {
  /** Units of one paragraph or table may be quoted together; a field stands alone. */
  readonly block: number
  /** Label of a field line. */
  readonly label?: string
  /** False for a text without full stops and for a line that addresses a model. */
  readonly isQuotable: boolean
}

/** Longest quote. */
const LONGEST_QUOTED = 1_500

/** Lists the units of a text in reading order, without headings. */
export function quotableUnits(text: string): Unit[] {
  const misleading = lines(text).filter(({ start, end }) => addressesModel(text.slice(start, end)))
  const unit = (span: Span, block: number, label?: string): Unit => ({
    start: span.start,
    end: span.end,
    block,
    ...(label !== undefined && { label }),
    isQuotable:
      span.end - span.start <= LONGEST_QUOTED &&
      !misleading.some(line => line.start < span.end && span.start < line.end),
  })
  return blocks(text).flatMap((block, at) => {
    if (block.kind === 'heading') return []
    if (block.kind === 'field') {
      return [unit({ start: block.start, end: block.value.end }, at, block.label)]
    }
    const written = text.slice(block.start, block.end)
    const found =
      block.kind === 'table' ? lines(written).map(line => trim(written, line)) : sentences(written)
    return found.map(({ start, end }) =>
      unit({ start: block.start + start, end: block.start + end }, at),
    )
  })
}
