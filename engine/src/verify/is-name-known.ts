import type { Word } from '../text/words.ts'

const LEAST_ACRONYM = 3

/** Whether a name stands among the words of the quotes, be it as a family word or spelled out. */
export function isNameKnown(name: Word, known: readonly Word[]): boolean {
  if (known.some(word => word.folded === name.folded || word.stem === name.stem)) return true
  if (known.some(word => isOfCountry(name.folded, word.folded))) return true
  if (!/^\p{Lu}+$/u.test(name.text) || name.text.length < LEAST_ACRONYM) return false
  const initials = known.map(({ folded }) => folded.slice(0, 1)).join('')
  return initials.includes(name.folded)
}

/** Chile and Chilean, Bolivia and Bolivian: the one is made of the other. */
function isOfCountry(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length > 3 && (long === `${short}n` || long === `${short}an`)
}
