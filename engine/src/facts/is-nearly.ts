/** Shorter words are alike by chance. */
const LEAST_LETTERS = 5
/** A name shorter than this is one wrong letter away from too many words. */
const LEAST_OF_NAME = 6

/** Returns whether two words differ by one letter added, missing or wrong, or by two letters swapped. */
export function isNearly(written: string, name: string): boolean {
  if (written.length < LEAST_LETTERS || name.length < LEAST_LETTERS) return false
  if (written === name || written[0] !== name[0]) return false
  const [rest, other] = differing(written, name)
  return (
    rest.slice(1) === other.slice(1) ||
    rest === other.slice(1) ||
    rest.slice(1) === other ||
    isSwap(rest, other)
  )
}

/** Returns whether a word is a slip for the name of a place: in a short one, only two letters are swapped. */
export function isSlipOf(written: string, name: string): boolean {
  return (
    isNearly(written, name) && (name.length >= LEAST_OF_NAME || isSwap(...differing(written, name)))
  )
}

/** Both words from the first letter on in which they differ. */
function differing(written: string, name: string): [string, string] {
  let at = 0
  while (at < name.length && written[at] === name[at]) at += 1
  return [written.slice(at), name.slice(at)]
}

function isSwap(rest: string, other: string): boolean {
  return rest.slice(2) === other.slice(2) && rest[0] === other[1] && rest[1] === other[0]
}
