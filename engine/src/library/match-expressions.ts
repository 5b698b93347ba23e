/** A phrase with the number of passages in scope that have it. */
export interface WeighedTerm {
  readonly term: string
  readonly passages: number
}

export interface Match {
  readonly expression: string
  /** How many passages it will find at most. */
  readonly passages: number
}

/**
 * What to ask the index for, best first, so that scoring stays within `most` passages: a score takes
 * twenty times as long as finding that a passage has a word. Rare words choose the passages, frequent
 * ones only help to order them; words that are all frequent must occur together.
 */
export function* matchExpressions(
  terms: readonly WeighedTerm[],
  { most, count }: { most: number; count: (expression: string) => number },
): Generator<Match> {
  const found = terms
    .filter(({ passages }) => passages > 0)
    .sort((one, other) => one.passages - other.passages)
  const rare: string[] = []
  let sum = 0
  for (const { term, passages } of found) {
    if (sum + passages > most) break
    sum += passages
    rare.push(term)
  }
  const all = found.map(({ term }) => term)
  const frequent = all.slice(rare.length)
  // Naming the rare words twice counts them twice, which only sets them further above the frequent.
  const helped = frequent.length > 0 ? ` AND (${all.join(' OR ')})` : ''
  if (rare.length > 0) yield { expression: `(${rare.join(' OR ')})${helped}`, passages: sum }
  if (frequent.length === 0) return
  for (let together = frequent.length; together > 0; together--) {
    const expression = frequent.slice(0, together).join(' AND ')
    const passages = count(expression)
    if (passages > 0) yield { expression, passages }
    if (passages > most) return
  }
}
