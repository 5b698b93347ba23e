/** How far a word of a text stands for a word of the question: 1 for the same stem, 0 for another. */
export type Credits = ReadonlyMap<string, number>

const SAME_FAMILY = 0.7
const LIKELY_TYPO = 0.6
const SHORTEST_FAMILY = 5
const SHORTEST_TYPO = 6

/** Which words of the vocabulary count as the stem, and how far. */
export function creditsFor(stem: string, vocabulary: ReadonlySet<string>): Credits {
  const credits = new Map<string, number>()
  const mayBeTypo = !vocabulary.has(stem) && stem.length >= SHORTEST_TYPO && !/\d/.test(stem)
  for (const other of vocabulary) {
    if (isSameFamily(stem, other)) credits.set(other, SAME_FAMILY)
    else if (mayBeTypo && isTypo(stem, other)) credits.set(other, LIKELY_TYPO)
  }
  if (vocabulary.has(stem)) credits.set(stem, 1)
  return credits
}

/** Words whose stems part only near the end: administer, administration. */
function isSameFamily(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  if (shorter < SHORTEST_FAMILY || /\d/.test(a) || a[0] !== b[0]) return false
  let same = 0
  while (same < shorter && a[same] === b[same]) same += 1
  return (
    same >= SHORTEST_FAMILY && same >= shorter - 1 && same / Math.max(a.length, b.length) >= 0.6
  )
}

/** One letter missing, added, changed or swapped with the next. */
function isTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const restA = a.slice(at)
  const restB = b.slice(at)
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}
