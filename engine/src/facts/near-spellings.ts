const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** A short word is one typo away from too many others. */
const SHORTEST = 6
const LONGEST = 24

/**
 * Lists spellings that a misspelled word may stand for, the likeliest typo first: two letters swapped, one
 * left out, one wrong, one too many. Assumes that the first letter is right.
 */
export function nearSpellings(word: string): string[] {
  const typed = word.toLowerCase()
  if (typed.length < SHORTEST || typed.length > LONGEST || !/^\p{L}+$/u.test(typed)) return []
  const places = Array.from({ length: typed.length - 1 }, (_, at) => at + 1)
  const letters = [...LETTERS]
  const swapped = places.map(
    at => `${typed.slice(0, at)}${typed.charAt(at + 1)}${typed.charAt(at)}${typed.slice(at + 2)}`,
  )
  const leftOut = [...places, typed.length].flatMap(at =>
    letters.map(letter => `${typed.slice(0, at)}${letter}${typed.slice(at)}`),
  )
  const wrong = places.flatMap(at =>
    letters.map(letter => `${typed.slice(0, at)}${letter}${typed.slice(at + 1)}`),
  )
  const tooMany = places.map(at => `${typed.slice(0, at)}${typed.slice(at + 1)}`)
  const near = new Set([...swapped, ...leftOut, ...wrong, ...tooMany])
  near.delete(typed)
  return [...near]
}
