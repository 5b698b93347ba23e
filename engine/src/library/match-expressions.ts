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
  const all = sorted.map(({ term }) => term)
  const rare = withinSum(sorted, most)
  const frequent = all.slice(rare.length)
  // Naming words twice counts them twice, which only sets them further above the frequent ones.
  const ordered = (expression: string) =>
    all.length === 1 ? expression : `${expression} AND ${anyOf(all)}`
  if (rare.length === all.length && rare.length > 0) {
    yield { expression: anyOf(rare), isTooWide: false }
    return
  }
  if (rare.length > 0) yield { expression: ordered(anyOf(rare)), isTooWide: false }
  for (let together = 2, isTooWide = true; together <= frequent.length && isTooWide; together++) {
    const expression = frequent.slice(0, together).join(' AND ')
    const passages = count(expression)
    if (passages === 0) break
    isTooWide = passages > most
    if (!isTooWide || together === frequent.length) {
      yield { expression: ordered(expression), isTooWide }
    }
  }
  if (frequent[0] !== undefined) yield { expression: ordered(frequent[0]), isTooWide: true }
}

/** The terms that occur at all, the rarest first. */
export function byRarity(terms: readonly WeighedTerm[]): WeighedTerm[] {
  return terms
    .filter(({ passages }) => passages > 0)
    .sort((one, other) => one.passages - other.passages)
}

/** The first terms, as long as all that they are found in is within the bound. */
export function withinSum(terms: readonly WeighedTerm[], most: number): string[] {
  const chosen: string[] = []
  let sum = 0
  for (const { term, passages } of terms) {
    sum += passages
    if (sum > most) break
    chosen.push(term)
  }
  return chosen
}

export function anyOf(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`
}
