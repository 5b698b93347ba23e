import type { DatabaseSync } from 'node:sqlite'
import type { SourcePolicy } from '../policy/source-policy.ts'
import {
  anyOf,
  matchExpressions,
  tellingTerms,
  type WeighedTerm,
  withinSum,
} from './match-expressions.ts'
import type { Passage } from './passage.ts'
import { readPassages } from './read-passages.ts'
import { type Scope, searchScope } from './search-scope.ts'

export interface PassageQuery {
  readonly query: string
  readonly policy: SourcePolicy
  readonly limit: number
  /** Limits the search to these documents. */
  readonly documentIds?: readonly number[] | undefined
}

/** The scores of passages by ID. */
type Scores = Map<number, number>

const MOST_RESULTS = 5_000
/** Scoring or skipping this many takes tens of milliseconds. */
const MOST_SCORED = 10_000
const MOST_PASSED = 300_000
/** Weights of the title, of headings and labels, and of the text. */
const WEIGHTS = '4.0, 4.0, 1.0'

/** Finds the best passages for the query that the policy admits. */
export function searchPassages(database: DatabaseSync, query: PassageQuery): Passage[] {
  const { policy, documentIds } = query
  const limit = Math.min(Math.max(0, Math.trunc(query.limit)), MOST_RESULTS)
  const scopes = [searchScope(database, { policy, documentIds })]
  const domains = policy.boostDomains
  // Boosted documents may be beyond the limit.
  if (domains.length > 0) scopes.push(searchScope(database, { policy, documentIds, domains }))
  if (limit === 0 || scopes[0]?.passages?.length === 0) return []
  const terms = tellingTerms(database, query.query)
  if (terms.length === 0) return []
  const scores = new Map(scopes.flatMap(scope => [...best(database, terms, { scope, limit })]))
  return readPassages(database, scores)
    .map(passage => ({ ...passage, score: passage.score * policy.boost(passage.url) }))
    .filter(policy.admits)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
}

function best(
  database: DatabaseSync,
  terms: readonly WeighedTerm[],
  { scope, limit }: { scope: Scope; limit: number },
): Scores {
  if (scope.passages) return scoreAmong(database, terms, { passages: scope.passages, limit })
  const scores: Scores = new Map()
  for (const match of matchExpressions(terms, MOST_SCORED)) {
    for (const [id, score] of scoreAll(database, match, { scope, limit })) {
      if (!scores.has(id)) scores.set(id, score)
    }
    if (scores.size >= limit) break
  }
  return scores
}

/** Scores only the passages in scope. */
function scoreAmong(
  database: DatabaseSync,
  terms: readonly WeighedTerm[],
  { passages, limit }: { passages: readonly number[]; limit: number },
): Scores {
  const [first = 1] = passages
  const last = passages.at(-1) ?? 0
  const chosen = withinSum(terms, MOST_PASSED)
  const match = anyOf(chosen.length > 0 ? chosen : terms.slice(0, 1).map(({ term }) => term))
  // The plus sign keeps SQLite from looking up the list in the index one by one.
  const rows = database
    .prepare(
      `SELECT rowid AS id, -bm25(passage_index, ${WEIGHTS}) AS score FROM passage_index
       WHERE passage_index MATCH :match AND rowid BETWEEN :first AND :last
         AND +rowid IN (SELECT value FROM json_each(:passages))
       ORDER BY score DESC LIMIT :limit`,
    )
    .all({ match, first, last, passages: JSON.stringify(passages), limit })
  return new Map(rows.map(({ id, score }) => [Number(id), Number(score)]))
}

/** Scores all matches in scope, or the first ones if there are too many: words so common barely rank the rest. */
function scoreAll(
  database: DatabaseSync,
  match: string,
  { scope, limit }: { scope: Scope; limit: number },
): Scores {
  const documents = `CROSS JOIN passage AS p ON p.id = f.rowid
    CROSS JOIN document AS d ON d.id = p.document_id`
  const from = `FROM passage_index AS f ${scope.conditions.length > 0 ? documents : ''}
    WHERE ${['f.passage_index MATCH :match', ...scope.conditions].join(' AND ')}`
  const values = { ...scope.values, match }
  const beyond = database
    .prepare(`SELECT f.rowid AS id ${from} ORDER BY f.rowid LIMIT 1 OFFSET ${MOST_SCORED}`)
    .get(values)
  const last = Number(beyond?.['id'] ?? Number.MAX_SAFE_INTEGER)
  const rows = database
    .prepare(
      `SELECT f.rowid AS id, -f.rank AS score ${from}
         AND f.rank MATCH 'bm25(${WEIGHTS})' AND f.rowid <= :last
       ORDER BY f.rank LIMIT :limit`,
    )
    .all({ ...values, last, limit })
  return new Map(rows.map(({ id, score }) => [Number(id), Number(score)]))
}
