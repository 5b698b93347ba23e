import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { SourcePolicy } from '../policy/source-policy.ts'
import {
  anyOf,
  countPassages,
  matchExpressions,
  queryTerms,
  tellingTerms,
  type WeighedTerm,
  withinSum,
} from './match-expressions.ts'
import type { Passage } from './passage.ts'
import { readPassages, toSource } from './read-passages.ts'
import { type Scope, searchScope } from './search-scope.ts'

export interface PassageQuery {
  readonly query: string
  readonly policy: SourcePolicy
  readonly limit: number
  /** Limits the search to these documents. */
  readonly documentIds?: readonly number[] | undefined
}

/** The scores of passages by ID. */
type Scores = ReadonlyMap<number, number>

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
  if (limit === 0 || scopes[0]?.passages?.length === 0) return []
  const terms = tellingTerms(database, queryTerms(query.query))
  if (terms.length === 0) return []
  askPolicy(database, policy)
  const domains = policy.boostDomains
  // Boosted documents may be beyond the limit.
  if (domains.length > 0) scopes.push(searchScope(database, { policy, documentIds, domains }))
  const scores = new Map(scopes.flatMap(scope => [...best(database, terms, { scope, limit })]))
  return readPassages(database, scores)
    .map(passage => ({ ...passage, score: passage.score * policy.boost(passage.url) }))
    .filter(policy.admits)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
}

/** Lets SQL call the policy once for each document, so that a limit counts admitted ones. */
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

function best(
  database: DatabaseSync,
  terms: readonly WeighedTerm[],
  { scope, limit }: { scope: Scope; limit: number },
): Scores {
  const { passages } = scope
  if (passages) return scoreAmong(database, terms, { passages, limit })
  const scores = new Map<number, number>()
  const count = (expression: string) =>
    countPassages(database, expression, { most: MOST_SCORED + 1 })
  for (const { expression, isTooWide } of matchExpressions(terms, { most: MOST_SCORED, count })) {
    const last = isTooWide ? lastScored(database, expression, scope) : Number.MAX_SAFE_INTEGER
    for (const [id, score] of scoreAll(database, expression, { scope, last, limit })) {
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
  return toScores(
    database
      .prepare(
        `SELECT rowid AS id, -bm25(passage_index, ${WEIGHTS}) AS score FROM passage_index
         WHERE passage_index MATCH :match AND rowid BETWEEN :first AND :last
           AND +rowid IN (SELECT value FROM json_each(:passages))
         ORDER BY score DESC LIMIT :limit`,
      )
      .all({ match, first, last, passages: JSON.stringify(passages), limit }),
  )
}

/** Scores all matches, then takes the best until enough are in scope. */
function scoreAll(
  database: DatabaseSync,
  match: string,
  { scope, last, limit }: { scope: Scope; last: number; limit: number },
): Scores {
  const admitted = 'admits(d.id, d.url, d.published_on, k.language, k.countries, k.rating)'
  return toScores(
    database
      .prepare(
        `SELECT f.rowid AS id, -f.rank AS score FROM passage_index AS f
         CROSS JOIN passage AS p ON p.id = f.rowid
         CROSS JOIN document AS d ON d.id = p.document_id
         CROSS JOIN kind AS k ON k.id = d.kind_id
         WHERE f.passage_index MATCH :match AND f.rank MATCH 'bm25(${WEIGHTS})'
           AND f.rowid <= :last AND ${[...scope.conditions, admitted].join(' AND ')}
         ORDER BY f.rank LIMIT :limit`,
      )
      .all({ ...scope.values, match, last, limit }),
  )
}

/** Returns the last passage to score if too many match: words so common barely rank the rest. */
function lastScored(database: DatabaseSync, match: string, scope: Scope): number {
  const documents = `CROSS JOIN passage AS p ON p.id = f.rowid
    CROSS JOIN document AS d ON d.id = p.document_id`
  const row = database
    .prepare(
      `SELECT f.rowid AS id FROM passage_index AS f ${scope.conditions.length > 0 ? documents : ''}
       WHERE ${['f.passage_index MATCH :match', ...scope.conditions].join(' AND ')}
       ORDER BY f.rowid LIMIT 1 OFFSET ${MOST_SCORED}`,
    )
    .get({ ...scope.values, match })
  return Number(row?.['id'] ?? Number.MAX_SAFE_INTEGER)
}

function toScores(rows: readonly Record<string, SQLOutputValue>[]): Scores {
  return new Map(rows.map(({ id, score }) => [Number(id), Number(score)]))
}
