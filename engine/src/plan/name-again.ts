import { nameSpans } from '../text/find-names.ts'
import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { words } from '../text/words.ts'

const PRONOUN = /\b(?:(?<owner>its|their)|(?<place>there)|it|they|them)\b/i
/** "How many were there?" and "when was it that …" speak of nothing before them. */
const EMPTY = /\b(?:(?:is|are|was|were|be|been) there|there (?:is|are|was|were|be|been)|it that)\b/i
/** Where or by whom something is done is more seldom what the next clause is about. */
const BESIDE = /\b(?:in|at|from|near|on|by|with)\s+(?:the\s+)?$/i
const DID = /\b(?:do|does|did)\s+the\s+$/i
/** What may follow a name without being a part of it. */
const VERB =
  /(?:ed|ing)$|^(?:begun|built|made|born|found|lost|sold|sunk|won|set|held|known|drawn|written|torn|shut)$/

/**
 * A clause that speaks of "it", with the name that an earlier one has in its place: each is searched
 * for alone, and nobody could tell then what it speaks of. As it is when it has a name itself.
 */
export function nameAgain(clause: string, earlier: string): string {
  const pronoun = PRONOUN.exec(clause)
  if (!pronoun || EMPTY.test(clause) || nameSpans(clause, words(clause)).length > 0) return clause
  const name = nameIn(earlier)
  if (name === undefined) return clause
  const { owner, place } = pronoun.groups ?? {}
  const put = owner ? `${name}${name.endsWith('s') ? "'" : "'s"}` : place ? `in ${name}` : name
  const end = pronoun.index + pronoun[0].length
  return `${clause.slice(0, pronoun.index)}${put}${clause.slice(end)}`
}

/** The name that a clause is about, with its article and the noun that follows: "the Orrin dam". */
function nameIn(clause: string): string | undefined {
  const spans = nameSpans(clause, words(clause))
  const span = spans.findLast(({ start }) => !BESIDE.test(clause.slice(0, start))) ?? spans.at(-1)
  if (!span) return undefined
  const article = /\bthe\s+$/i.exec(clause.slice(0, span.start))?.[0].length ?? 0
  const noun = article > 0 ? nounAfter(clause, span) : ''
  return `${clause.slice(span.start - article, span.end)}${noun}`
}

/** "Did the Orrin dam burst?" has a noun behind the name, "did the Titanic sink?" has none. */
function nounAfter(clause: string, { start, end }: Span): string {
  const [next, second] =
    /^\s+([\p{L}-]+)(?:\s+([\p{L}-]+))?/u.exec(clause.slice(end))?.slice(1) ?? []
  if (next === undefined || isNoNoun(next)) return ''
  const isVerb =
    DID.test(clause.slice(0, start)) && (second === undefined || STOP_WORDS.has(second))
  return isVerb ? '' : ` ${next}`
}

function isNoNoun(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase()) || VERB.test(word)
}
