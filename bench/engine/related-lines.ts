import type { AttributionLine } from './attribution-lines.ts'

/**
 * Returns the number of each line's group. Lines that share a question, response, claim or reference,
 * directly or through others, must not be on both sides of a cross-validation.
 */
export function relatedLines(lines: readonly AttributionLine[]): number[] {
  const parents = lines.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = parents[root] ?? root
    return root
  }
  const holders = new Map<string, number>()
  for (const [index, { question, response, claim, references }] of lines.entries()) {
    for (const text of [question, response, claim, ...references]) {
      const holder = holders.get(text)
      if (holder === undefined) holders.set(text, index)
      else parents[rootOf(index)] = rootOf(holder)
    }
  }
  return lines.map((_, index) => rootOf(index))
}
