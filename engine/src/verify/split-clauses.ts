import type { ClaimWord } from './align-claim.ts'

const CLAUSE_END = /[,;:()]|\b(?:and|but|or|while|which|because|although|such as|including)\b/g

/** The words of each clause of a sentence, in order. */
export function splitClauses(
  sentence: string,
  content: readonly ClaimWord[],
): (readonly ClaimWord[])[] {
  const ends = [...Array.from(sentence.matchAll(CLAUSE_END), ({ index }) => index), sentence.length]
  return ends.map((end, at) => {
    const start = ends[at - 1] ?? 0
    return content.filter(word => word.start >= start && word.end <= end)
  })
}
