/** A phrase with the number of passages that have it. */
export interface WeighedTerm {
  readonly term: string
  readonly passages: number
}

export interface Match {
  readonly expression: string
  /** It finds too many passages to score them all. */
  readonly isTooWide: boolean
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
  const sorted = byRarity(terms)
  const rare = rarest(sorted, most)
  const frequent = sorted.slice(rare.length)
  // Naming words twice counts them twice, which only sets them further above the frequent ones.
  const anyOf = (some: readonly string[]) => `(${some.join(' OR ')})`
  const helped = frequent.length > 0 ? ` AND ${anyOf(sorted)}` : ''
  if (rare.length > 0) yield { expression: `${anyOf(rare)}${helped}`, isTooWide: false }
  for (let together = 2; together <= frequent.length; together++) {
    const expression = frequent.slice(0, together).join(' AND ')
    const passages = count(expression)
    if (passages === 0) break
    if (passages > most) continue
    yield { expression: `${expression} AND ${anyOf(sorted)}`, isTooWide: false }
    break
  }
  const [first] = frequent
  if (first !== undefined) yield { expression: first, isTooWide: true }
}

/** The terms that occur, the rarest first. */
export function byRarity(terms: readonly WeighedTerm[]): string[] & { readonly counts?: never }
