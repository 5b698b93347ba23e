import { words } from '../text/words.ts'
import { wordsOfName } from './property-words.ts'

const MOST_VALUES = 2_000
const NEGATION = /\b(?:not|no|never|without|neither|nor|non)\W+(?:\w+\W+){0,2}$/i

/** The one of the allowed values that a text speaks of; undefined when it is none or more than one. */
export function chooseValue(allowed: readonly unknown[], text: string): unknown {
  const read = words(text)
  const stems = read.map(({ stem }) => stem)
  const found: { value: unknown; from: number; to: number }[] = []
  for (const value of allowed.slice(0, MOST_VALUES)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const wanted = words(wordsOfName(String(value))).map(({ stem }) => stem)
    const from = placeOf(wanted, stems)
    if (from === -1 || NEGATION.test(text.slice(0, read[from]?.start))) continue
    found.push({ value, from, to: from + wanted.length })
  }
  // "Federal republic" is not also "republic".
  const whole = found.filter(
    one => !found.some(other => other !== one && contains(other, one) && !contains(one, other)),
  )
  return whole.length === 1 ? whole[0]?.value : undefined
}

function placeOf(wanted: readonly string[], stems: readonly string[]): number {
  if (wanted.length === 0) return -1
  return stems.findIndex((_, at) => wanted.every((stem, index) => stems[at + index] === stem))
}

function contains(
  outer: { from: number; to: number },
  inner: { from: number; to: number },
): boolean {
  return outer.from <= inner.from && inner.to <= outer.to
}
