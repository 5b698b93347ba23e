/** Shorter words are alike by chance. */
const LEAST_LETTERS = 5

/** Returns whether two words differ by one letter added, missing or wrong, or by two letters swapped. */
export function isNearly(written: string, name: string): boolean {
  if (written.length < LEAST_LETTERS || name.length < LEAST_LETTERS) return false
  if (written === name || written[0] !== name[0]) return false
  let at = 0
  while (at < name.length && written[at] === name[at]) at += 1
  const [rest, other] = [written.slice(at), name.slice(at)]
  return (
    rest.slice(1) === other.slice(1) ||
    rest === other.slice(1) ||
    rest.slice(1) === other ||
    (rest.slice(2) === other.slice(2) && rest[0] === other[1] && rest[1] === other[0])
  )
}
