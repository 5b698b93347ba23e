import { words } from '../text/words.ts'
import { askedStems, wordsOfName } from './property.ts'

const MOST_VALUES = 2_000
const NEGATION = /\b(?:not|no|never|without|neither|nor|non)\W+(?:\w+\W+){0,2}$/i
const NEGATED = /^(?:not|non|no|never)$/
const HEDGED =
  /\b(?:if|whether|may|might|could|would|should|claims?|claimed|alleged|said|almost|nearly|once|until|formerly)\b/i
const FIELD = /^([\p{L}\p{N}][^:|.!?\n]{0,119}):\s+(?=\S)/u
const MOST_CHARACTERS = 2_000

/** The one of the allowed values that a text names; undefined if it names none or several. */
export function chooseValue(allowed: readonly unknown[], text: string): unknown {
  const read = words(text)
  const stems = read.map(({ stem }) => stem)
  const found = allowed.slice(0, MOST_VALUES).flatMap(value => {
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const wanted = words(wordsOfName(String(value))).map(({ stem }) => stem)
    const from = placeOf(wanted, stems)
    if (from === -1 || NEGATION.test(text.slice(0, read[from]?.start))) return []
    return [{ value, from, to: from + wanted.length }]
  })
  // "Federal republic" is not also "republic".
  const whole = found.filter(
    one =>
      !found.some(
        two => two.from <= one.from && one.to <= two.to && two.to - two.from > one.to - one.from,
      ),
  )
  return whole.length === 1 ? whole[0]?.value : undefined
}

function placeOf(wanted: readonly string[], stems: readonly string[]): number {
  if (wanted.length === 0) return -1
  return stems.findIndex((_, at) => wanted.every((stem, index) => stems[at + index] === stem))
}

/**
 * Whether a quote states outright that something is so, or that it is not: by the first word of a field
 * with that label, by a remark such as `(landlocked)`, or by "is landlocked". Silence is neither.
 */
export function readTruth(quote: string, asked: string): boolean | undefined {
  const stems = new Set(askedStems(asked))
  const [lead = '', label] = FIELD.exec(quote) ?? []
  const value = quote.slice(lead.length, lead.length + MOST_CHARACTERS)
  if (label !== undefined && stems.isSubsetOf(new Set(askedStems(label)))) {
    const [, yes, no] = /^(?:(yes|true)|(no|false))\b/i.exec(value) ?? []
    if (yes !== undefined || no !== undefined) return yes !== undefined
  }
  const said = label === undefined ? predicates(value) : value.split(/[;,()]|\s[-–—]\s|\.\s/)
  const answers = new Set(said.flatMap(segment => isSaid(segment, stems) ?? []))
  return answers.size === 1 ? [...answers][0] : undefined
}

function isSaid(segment: string, asked: ReadonlySet<string>): boolean | undefined {
  const all = words(segment)
  const isNegated = NEGATED.test(all[0]?.folded ?? '')
  const stems = new Set((isNegated ? all.slice(1) : all).map(({ stem }) => stem))
  const isExact = stems.size === asked.size && stems.isSubsetOf(asked)
  return asked.size > 0 && isExact ? !isNegated : undefined
}

/** The adjectives that a sentence gives its subject: "landlocked" of "It is a landlocked country". */
function predicates(sentence: string): string[] {
  if (HEDGED.test(sentence)) return []
  return Array.from(
    sentence.matchAll(/\b(?:is|are)\s+((?:not\s+)?)(?:an?\s+|the\s+)?([\p{L}-]+)/giu),
    ([, not = '', word = '']) => `${not}${word}`,
  )
}
