import type { Passage } from '../library/passage.ts'
import { locateQuote, type PlainText, plainText, readQuote } from './locate-quote.ts'
import { joinSpans, type QuotedSpan, quotableUnits, type Unit, widenQuote } from './widen-quote.ts'

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
