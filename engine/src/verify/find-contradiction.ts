import type { Alignment } from './align-claim.ts'
import { coverage } from './coverage.ts'
import { findOpposite, isNegated } from './negation.ts'
import type { Problem } from './problem.ts'

/** How much of each other the two must have before one can be said to contradict the other. */
const LEAST_COVERAGE = 0.6

/**
 * The sentence beside the quoted one that has most of its words: does it say the reverse? Strictly,
 * nothing is denied either where no quote denies anything.
 */
export function findContradiction(
  plain: string,
  { words, rows }: Alignment,
  { isStrict = false }: { readonly isStrict?: boolean } = {},
): Problem[] {
  const content = words.filter(word => word.isContent)
  let best = rows[0]
  let most = 0
  for (const row of rows) {
    const covered = coverage(content, row.hits)
    if (covered <= most) continue
    most = covered
    best = row
  }
  if (!best || most < LEAST_COVERAGE) return []
  const denial: Problem = { kind: 'negation', text: plain }
  if (isStrict && isNegated(plain) && !rows.some(({ text }) => isNegated(text))) return [denial]
  // What a longer sentence denies may be a part of it that this one leaves out.
  if (best.ids.filter(id => id >= 0).length < LEAST_COVERAGE * best.ids.length) return []
  if (isNegated(plain) !== isNegated(best.text)) return [denial]
  const opposite = findOpposite(plain, best.text)
  return opposite === undefined ? [] : [{ kind: 'negation', text: opposite }]
}
