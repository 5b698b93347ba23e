import type { Passage } from '../library/passage.ts'
import { locateQuote, type PlainText, plainText, readQuote } from './locate-quote.ts'
import { joinSpans, type QuotedSpan, quotableUnits, type Unit, widenQuote } from './widen-quote.ts'

/** What a model says that a passage says. */
export interface ModelQuote {
  /** As the prompt numbers it. */
  readonly passage: number
  readonly quote: string
  /** From 0 to 1. */
  readonly relevance: number
}

/** A place in a passage that was quoted, and how much it has to do with the question. */
export interface AcceptedQuote {
  readonly passage: Passage
  readonly span: QuotedSpan
  readonly relevance: number
}

/** A reply may hold thousands; the first are looked at. */
const MOST_QUOTES = 200
/** Nothing longer can stand in a passage. */
const LONGEST_QUOTE = 8_000
/** As the prompt says: below this a quote has the topic and no answer. */
const LEAST_RELEVANCE = 0.3

/**
 * The quotes that stand in a passage to the letter, widened to what can be quoted by itself. One that
 * stands in another of the passages alone is taken for that one's; all others are nobody's. Nothing
 * of what is accepted is in the model's spelling.
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

/** Whether the model holds a quote for an answer. Not a number is no relevance. */
export function isMeant({ relevance }: Pick<ModelQuote, 'relevance'>): boolean {
  return relevance >= LEAST_RELEVANCE
}

/** A reply quotes few passages often: each is taken apart once. */
interface Prepared {
  readonly plain: PlainText
  readonly units: readonly Unit[]
}

function prepare({ text }: Passage): Prepared {
  return { plain: plainText(text), units: quotableUnits(text) }
}

/** What overlaps says the same; it is kept once, with the better mark. */
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
