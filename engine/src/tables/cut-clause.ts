import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'
import { contentStems } from './content-stems.ts'

const CAUSE =
  /\b(?:(?:primarily|mainly|largely|principally|mostly|partly|partially|predominantly)\s+)?(?:due to|because|as a result of|the result of|attributable to|attributed to|driven by|resulting from|resulted from|caused by|owing to|reflecting|related to|in order to)\b/i
const LEADING =
  /^(?:[\s,:;–—)-]|(?:is|are|was|were|be|been|being|has|have|had|will|would|can|may|of|that|as|by|to|for|in|on|upon|with|at|from|based on|which|primarily|mainly|generally|using|below|shows|sets forth)\b)+/i
const TRAILING =
  /(?:[\s,:;–—(-]|\b(?:is|are|was|were|has|have|had|been|be|and|which|that|will|not|also|we|the|of|in|to|for|by|from)\b)+$/i
const CLAUSE_END =
  /;\s|,\s(?:while|whereas|but|however|although|and (?:the|we|our|is|are|was|were))\b|\s\((?=(?:see|refer|in thousands|in millions|20\d\d))/i
const ENOUGH = 0.95
const SUFFIX_WORTH = 1
const MIDDLE_WORTH = 0.3
const PREFIX_WORTH = 0.25
const LEAST_WORDS = 2

/** The part of a sentence that says why. */
export function cutCause(sentence: string): Span | undefined {
  const marker = CAUSE.exec(sentence)
  if (!marker || marker.index === 0) return undefined
  return { start: marker.index, end: sentence.length }
}

/** What a sentence says beyond the question's own words: mostly what follows them. */
export function cutClause(question: string, sentence: string): Span | undefined {
  const asked = new Set(contentStems(question))
  const tokens = words(sentence)
  const anchors = tokens.filter(token => asked.has(token.stem) && !STOP_WORDS.has(token.folded))
  const [first] = anchors
  if (!first) return undefined
  const shared = new Set(anchors.map(token => token.stem))
  const settled = lastNeeded(anchors, shared)
  const gaps = [
    { start: 0, end: first.start, worth: PREFIX_WORTH },
    ...anchors.slice(1).map((next, index) => ({
      start: anchors[index]?.end ?? 0,
      end: next.start,
      worth: MIDDLE_WORTH,
    })),
    { start: settled.end, end: sentence.length, worth: SUFFIX_WORTH },
  ]
  let best: { span: Span; size: number } | undefined
  for (const gap of gaps) {
    const span = tidy(sentence, gap)
    const count = words(sentence.slice(span.start, span.end)).length
    if (count < LEAST_WORDS) continue
    const size = Math.min(count, LONG_ENOUGH) * gap.worth
    if (!best || size > best.size) best = { span, size }
  }
  return best?.span
}

/** Beyond this many words a longer gap is no likelier to be the answer. */
const LONG_ENOUGH = 8

function tidy(sentence: string, { start, end }: Span): Span {
  const text = sentence.slice(start, end)
  const lead = start === 0 ? 0 : (LEADING.exec(text)?.[0].length ?? 0)
  const body = text.slice(lead)
  const stop = end === sentence.length ? CLAUSE_END.exec(body) : null
  const cut =
    stop && words(body.slice(0, stop.index)).length >= LEAST_WORDS
      ? body.slice(0, stop.index)
      : body
  const length =
    end === sentence.length ? cut.length : cut.length - (TRAILING.exec(cut)?.[0].length ?? 0)
  return { start: start + lead, end: start + lead + length }
}

/** The first place by which nearly all shared words have been said. */
function lastNeeded(anchors: readonly Word[], shared: ReadonlySet<string>): Word {
  const seen = new Set<string>()
  for (const anchor of anchors) {
    seen.add(anchor.stem)
    if (seen.size >= shared.size * ENOUGH) return anchor
  }
  return anchors.at(-1) as Word
}
