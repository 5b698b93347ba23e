import { words } from '../text/words.ts'
import type { FoundText } from './found-text.ts'
import { plainStem, strongStems } from './property-words.ts'

const NEGATED = /^(?:not|non|no|never)$/
const HEDGED =
  /\b(?:if|whether|may|might|could|would|should|claims?|claimed|alleged|said|almost|nearly|once|until|formerly)\b/i
const MOST_CHARACTERS = 2_000

/**
 * Whether a field or sentence says outright that something is so, or that it is not: by its first
 * word, by a remark of these words alone such as `(landlocked)`, or by "is landlocked". What is only
 * not mentioned is neither.
 */
export function readTruth(
  { kind, passage, value, label }: FoundText,
  name: string,
): boolean | undefined {
  const text = passage.text.slice(value.start, value.end).slice(0, MOST_CHARACTERS)
  const asked = new Set(strongStems(name))
  if (kind === 'field' && isLabelled(label, asked)) {
    const [, yes, no] = /^(?:(yes|true)|(no|false))\b/i.exec(text) ?? []
    if (yes !== undefined || no !== undefined) return yes !== undefined
  }
  const said = kind === 'field' ? text.split(/[;,()]|\s[-–—]\s|\.\s/) : predicates(text)
  const answers = new Set(said.flatMap(segment => isSaid(segment, asked) ?? []))
  return answers.size === 1 ? [...answers][0] : undefined
}

function isLabelled(label: string | undefined, asked: ReadonlySet<string>): boolean {
  if (label === undefined) return true
  const named = new Set(strongStems(label))
  return [...asked].every(stem => named.has(stem))
}

function isSaid(segment: string, asked: ReadonlySet<string>): boolean | undefined {
  const all = words(segment)
  const isNegated = NEGATED.test(all[0]?.folded ?? '')
  const stems = (isNegated ? all.slice(1) : all).map(plainStem)
  const isExact = stems.length === asked.size && stems.every(stem => asked.has(stem))
  return asked.size > 0 && isExact ? !isNegated : undefined
}

/** What a sentence says that something is: "landlocked" of "It is a landlocked country". */
function predicates(sentence: string): string[] {
  if (HEDGED.test(sentence)) return []
  return Array.from(
    sentence.matchAll(/\b(?:is|are)\s+((?:not\s+)?)(?:an?\s+|the\s+)?([\p{L}-]+)/giu),
    ([, not = '', word = '']) => `${not}${word}`,
  )
}
