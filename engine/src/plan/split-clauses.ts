import { lines, sentences } from '../text/sentences.ts'
import { requestedLanguage, withoutLanguageRequest } from './requested-language.ts'
import { isRequest, stripRequest } from './strip-request.ts'

const BULLET = /^\s*(?:[-*•–]|\(?(?:\d{1,2}|[a-z])[.)])\s+/
const ASKING = 'what|who|whom|whose|when|where|why|how'
const QUESTION_WORD = `${ASKING}|which|is|are|was|were|does|do|did|can|could|has|have`
const REQUEST_WORD =
  'compare|contrast|list|name|give|find|describe|explain|summarise|summarize|outline|tell|show|report|identify|calculate|compute|assess|analyse|analyze|discuss|determine|research|rank'
const ASKS = new RegExp(
  `^(?:and |also |please |then )*(?:${QUESTION_WORD}|${REQUEST_WORD})\\b`,
  'i',
)
/** Where a second question may begin inside a sentence; ", which" goes on with the first. */
const JOINT = new RegExp(
  `(?:[,;]\\s*(?:and|as well as)\\s+|;\\s*|\\s+(?:and|as well as)\\s+)(?=(?:also\\s+)?(?:${ASKING}|which|${REQUEST_WORD})\\b)|,\\s*(?=(?:${ASKING})\\b)`,
  'i',
)
/** "When it rains, what happens?" begins with no question. */
const SUBORDINATE =
  /^(?:when|where|while|if|as|after|before)\s+(?!(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b)/i
/** How to answer, not what. */
const INSTRUCTION =
  /^(?:please\s+)?(?:answer|respond|reply|write|be|use|keep|cite|include|avoid|do not|don't|format|return)\b/i
const MOST_CLAUSES = 100
/** Sentences at either end that may say in which language to answer. */
const LOOKED_AT_PIECES = 20

/**
 * The questions in a text, each to be looked into by itself. Text that only sets the scene stays out
 * as long as there is something that asks.
 */
export function splitClauses(input: string): string[] {
  const written = lines(input).flatMap(({ start, end }) => {
    const line = input.slice(start, end)
    const isBullet = BULLET.test(line)
    const text = line.replace(BULLET, '')
    return sentences(text).map(span => ({ text: text.slice(span.start, span.end), isBullet }))
  })
  const pieces = withoutLanguage(written, input)
    .map(({ text, isBullet }) => ({
      text: stripRequest(text),
      // "Give me an overview of its climate" asks for nothing once the request is stripped.
      isAsked: isBullet || ASKS.test(text) || isRequest(text),
    }))
    .filter(({ text }) => !INSTRUCTION.test(text))
  const asking = pieces.filter(
    ({ text, isAsked }) => isAsked || /\?["”’)\]]*$/.test(text) || ASKS.test(text),
  )
  const chosen = [asking, pieces].find(({ length }) => length > 0) ?? written
  const clauses = chosen.flatMap(({ text }) => splitSentence(text))
  return clauses
    .map(clause => clause.trim())
    .filter(clause => /\p{L}|\p{N}/u.test(clause))
    .slice(0, MOST_CLAUSES)
}

interface Piece {
  readonly text: string
  readonly isBullet: boolean
}

/** In which language to answer is said first or last, and is nothing to look for. */
function withoutLanguage(pieces: readonly Piece[], input: string): Piece[] {
  if (requestedLanguage(input) === undefined) return [...pieces]
  return pieces.flatMap((piece, at) => {
    if (at >= LOOKED_AT_PIECES && at < pieces.length - LOOKED_AT_PIECES) return [piece]
    const text = withoutLanguageRequest(piece.text)
    return text === '' ? [] : [{ ...piece, text }]
  })
}

/** "After the war, what happened?" is one question: both sides of a joint must ask something. */
function splitSentence(sentence: string): string[] {
  const pieces: string[] = []
  for (const piece of sentence.split(JOINT)) {
    const previous = pieces.at(-1)
    if (previous === undefined || (ASKS.test(previous) && !SUBORDINATE.test(previous)))
      pieces.push(piece)
    else
      pieces.splice(
        -1,
        1,
        sentence.slice(sentence.indexOf(previous), sentence.indexOf(piece) + piece.length),
      )
  }
  return pieces
}
