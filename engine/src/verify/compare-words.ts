import { alignClaim, type ClaimWord } from './align-claim.ts'
import { coverage, mergeHits } from './coverage.ts'
import { judgeSupport } from './judge-support.ts'
import { hasCapitalNouns, namedWords } from './named-words.ts'
import { splitClauses } from './split-clauses.ts'

/** So much of the words needs no judgement; with less than the lower bound none helps. */
const ENOUGH_COVERAGE = 0.6
const LEAST_COVERAGE = 0.3
const LEAST_STRAY_WORDS = 2
/** Small words that make much of a sentence: they need a judgement where no quote has them. */
const BOLD = new Set(
  (
    'only sole first last always never ever all every entire entirely most best worst must because ' +
    'therefore hence thus due cause caused causes led leads despite proves proved unlike single'
  ).split(' '),
)

interface Compared {
  readonly texts: readonly string[]
  /** What the texts are about, which they need not repeat, and which proves nothing else. */
  readonly titles: readonly string[]
  readonly language: string
}

/**
 * Whether quotes in the same language have the words of a sentence: `said`, if what it says of its
 * subject is mostly theirs, `unsaid`, if nothing of it is, and `open` between the two.
 */
export function compareWords(
  plain: string,
  { texts, titles, language }: Compared,
): 'said' | 'open' | 'unsaid' {
  const { words, rows } = alignClaim(plain, texts)
  const titleRows = alignClaim(plain, titles).rows
  const [inQuotes, inTitles] = [mergeHits(rows), mergeHits(titleRows)]
  const inBoth = mergeHits([...rows, ...titleRows])
  const content = words.filter(word => word.isContent)
  // "See." or "It is so." says nothing of what was quoted, and nothing else either.
  if (content.length === 0 || coverage(content, inBoth) < LEAST_COVERAGE) return 'unsaid'
  const own = content.filter(({ id }) => inTitles[id] !== 1)
  // "Lake Orrin is a trap": all of it that can be found is what the page is about.
  if (coverage(own, inQuotes) === 0) return 'unsaid'
  const isBold = words.some(({ id, folded }) => BOLD.has(folded) && !inQuotes[id])
  if (isBold || hasStrayClause(plain, content, inBoth)) return 'open'
  const told = withoutNames(own, plain, language)
  const covered = told.length === 0 ? 0 : coverage(told, inQuotes)
  if (covered >= ENOUGH_COVERAGE) return 'said'
  const isLikely = covered >= LEAST_COVERAGE && judgeSupport(plain, [...texts, ...titles]).supported
  return isLikely ? 'said' : 'open'
}

/** Whether something is added of which nothing is found. Who says it may stand before. */
function hasStrayClause(plain: string, content: readonly ClaimWord[], hits: Float32Array): boolean {
  return splitClauses(plain, content)
    .filter(clause => clause.length > 0)
    .slice(1)
    .some(clause => clause.length >= LEAST_STRAY_WORDS && coverage(clause, hits) === 0)
}

/** Whom a sentence speaks of is not yet what it says of them. */
function withoutNames(
  own: readonly ClaimWord[],
  plain: string,
  language: string,
): readonly ClaimWord[] {
  if (hasCapitalNouns(language)) return own
  const names = new Set(namedWords(plain).map(({ start }) => start))
  return own.filter(({ start }) => !names.has(start))
}
