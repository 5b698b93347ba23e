import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { matchExpressions, type WeighedTerm } from './match-expressions.ts'
import type { Passage } from './passage.ts'
import { queryTerms } from './query-terms.ts'
import { readPassages, toSource } from './read-passages.ts'
import { preferredScope, type Scope, searchScope } from './search-scope.ts'

export interface PassageQuery {
  readonly query: string
  readonly policy: SourcePolicy
  readonly limit: number
  /** Only passages of these documents. */
  readonly documentIds?: readonly number[] | undefined
}

const MOST_RESULTS = 5_000
const MOST_TERMS = 32
/** Scoring these takes tens of milliseconds. */
const MOST_SCORED = 20_000
/** Terms are told apart by how rare they are up to here. */
const MOST_COUNTED = 100_000
const MOST_COUNTED_OF_MANY = 2_000
/** Of the title, of headings and labels, and of the text. */
const WEIGHTS = 'bm25(4.0, 4.0, 1.0)'

/** The passages that fit the query best, of those that the policy admits. */
export function searchPassages(database: DatabaseSync, query: PassageQuery): Passage[] {
  const { policy } = query
  const limit = Math.min(Math.max(0, Math.trunc(query.limit)), MOST_RESULTS)
  const scope = searchScope(database, query)
  askPolicy(database, policy)
  if (limit === 0 || scope.first > scope.last) return []
  const terms = tellingTerms(database, queryTerms(query.query), scope)
  const scores = new Map<number, number>()
  const scopes = [scope]
  if (policy.boostDomains.length > 0) scopes.push(preferredScope(scope, policy.boostDomains))
  for (const within of scopes) {
    for (const [id, score] of best(database, terms, { scope: within, limit })) scores.set(id, score)
  }
  return readPassages(database, scores)
    .map(passage => ({ ...passage, score: passage.score * policy.boost(passage.url) }))
    .filter(policy.admits)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
}

/** Lets SQL ask the policy itself, once for each document, so that a limit counts admitted ones. */
function askPolicy(database: DatabaseSync, policy: SourcePolicy): void {
  const verdicts = new Map<SQLOutputValue, number>()
  database.function('admits', { directOnly: true, varargs: true }, (id, ...columns) => {
    const known = verdicts.get(id)
    if (known !== undefined) return known
    const [url, published_on, language, countries, rating] = columns
    const source = toSource({ url, published_on, language, countries, rating })
    const verdict = policy.admits(source) ? 1 : 0
    verdicts.set(id, verdict)
    return verdict
  })
}

/** The rarest terms, with how many passages have them. */
function tellingTerms(
  database: DatabaseSync,
  terms: readonly string[],
  scope: Scope,
): WeighedTerm[] {
  const weigh = (term: string, most: number) => ({
    term,
    passages: countMatches(database, term, { scope, most }),
  })
  if (terms.length <= MOST_TERMS) return terms.map(term => weigh(term, MOST_COUNTED))
  return terms
    .map(term => weigh(term, MOST_COUNTED_OF_MANY))
    .filter(({ passages }) => passages > 0)
    .sort((one, other) => one.passages - other.passages)
    .slice(0, MOST_TERMS)
    .map(({ term }) => weigh(term, MOST_COUNTED))
}

function best(
  database: DatabaseSync,
  terms: readonly WeighedTerm[],
  { scope, limit }: { scope: Scope; limit: number },
): Map<number, number> {
  const scores = new Map<number, number>()
  const count = (expression: string) =>
    countMatches(database, expression, { scope, most: MOST_SCORED + 1 })
  for (const { expression, passages } of matchExpressions(terms, { most: MOST_SCORED, count })) {
    const last = passages > MOST_SCORED ? lastScored(database, expression, scope) : scope.last
    const rows = database
      .prepare(
        `SELECT f.rowid AS id, -f.rank AS score FROM passage_index AS f
         CROSS JOIN passage AS p ON p.id = f.rowid
         CROSS JOIN document AS d ON d.id = p.document_id
         WHERE f.passage_index MATCH :match AND f.rank MATCH '${WEIGHTS}'
           AND f.rowid BETWEEN :first AND :last AND ${scope.condition}
         ORDER BY f.rank LIMIT :limit`,
      )
      .all({ ...scope.values, match: expression, first: scope.first, last, limit })
    for (const { id, score } of rows) {
      if (!scores.has(Number(id))) scores.set(Number(id), Number(score))
    }
    if (scores.size >= limit) break
  }
  return scores
}

function countMatches(
  database: DatabaseSync,
  expression: string,
  { scope, most }: { scope: Scope; most: number },
): number {
  const row = database
    .prepare(
      `SELECT count(*) AS n FROM (
         SELECT 1 FROM passage_index
         WHERE passage_index MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)`,
    )
    .get(expression, scope.first, scope.last, most)
  return Number(row?.['n'])
}

/** Where to stop when too many passages match: words so common tell the rest no better apart. */
function lastScored(database: DatabaseSync, expression: string, scope: Scope): number {
  const row = database
    .prepare(
      `SELECT f.rowid AS id FROM passage_index AS f
       CROSS JOIN passage AS p ON p.id = f.rowid
       CROSS JOIN document AS d ON d.id = p.document_id
       WHERE f.passage_index MATCH :match AND f.rowid BETWEEN :first AND :last
         AND ${scope.condition}
       ORDER BY f.rowid LIMIT 1 OFFSET ${MOST_SCORED}`,
    )
    .get({ ...scope.values, match: expression, first: scope.first, last: scope.last })
  return Number(row?.['id'] ?? scope.last)
}
