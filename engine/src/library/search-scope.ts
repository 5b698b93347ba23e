import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { domainRange } from './domain-key.ts'

/** The passages that a search may give: those of documents `d` that the condition holds for. */
export interface Scope {
  readonly condition: string
  readonly values: Readonly<Record<string, SQLInputValue>>
  /** No passage outside of these ids is in it. */
  readonly first: number
  readonly last: number
}

/** Beyond so many documents their passages lie all over the index. */
const MOST_RANGED = 1_000
const WITHIN = `d.host_id IN (
  SELECT h.id FROM json_each(:domains) AS j
  CROSS JOIN host AS h ON h.reversed >= j.value ->> 0 AND h.reversed < j.value ->> 1)`

/**
 * What SQL can tell of the policy, so that what is left is searched alone. `admits`, a function that
 * the search gives to the database, has the last word.
 */
export function searchScope(
  database: DatabaseSync,
  { policy, documentIds }: { policy: SourcePolicy; documentIds?: readonly number[] | undefined },
): Scope {
  const conditions: string[] = []
  const values: Record<string, SQLInputValue> = {}
  if (documentIds) {
    conditions.push('d.id IN (SELECT value FROM json_each(:documents))')
    values['documents'] = JSON.stringify(documentIds)
  }
  if (policy.includeDomains.length > 0) {
    conditions.push(WITHIN.replace(':domains', ':included'))
    values['included'] = domainRanges(policy.includeDomains)
  }
  if (policy.publishedFrom !== undefined) {
    conditions.push('d.published_on >= :from')
    values['from'] = policy.publishedFrom
  }
  if (policy.publishedTo !== undefined) {
    conditions.push('d.published_on <= :to')
    values['to'] = policy.publishedTo
  }
  const range =
    conditions.length > 0
      ? rangeOf(database, conditions.join(' AND '), values)
      : { first: 1, last: Number.MAX_SAFE_INTEGER }
  if (policy.excludeDomains.length > 0) {
    conditions.push(WITHIN.replace(':domains', ':excluded').replace(' IN ', ' NOT IN '))
    values['excluded'] = domainRanges(policy.excludeDomains)
  }
  const admitted = 'admits(d.id, d.url, d.published_on, d.language, d.countries, d.rating)'
  return { condition: [...conditions, admitted].join(' AND '), values, ...range }
}

/** The part of a scope that the caller prefers. */
export function preferredScope(scope: Scope, domains: readonly string[]): Scope {
  return {
    ...scope,
    condition: `${WITHIN.replace(':domains', ':preferred')} AND ${scope.condition}`,
    values: { ...scope.values, preferred: domainRanges(domains) },
  }
}

function domainRanges(domains: readonly string[]): string {
  return JSON.stringify(domains.map(domainRange))
}

function rangeOf(
  database: DatabaseSync,
  condition: string,
  values: Record<string, SQLInputValue>,
): { first: number; last: number } {
  const row = database
    .prepare(
      `SELECT count(*) AS n, min(first) AS first, max(last) AS last FROM (
         SELECT d.first_passage AS first, d.first_passage + d.passages - 1 AS last
         FROM document AS d WHERE ${condition} LIMIT ${MOST_RANGED + 1})`,
    )
    .get(values)
  const found = Number(row?.['n'])
  if (found > MOST_RANGED) return { first: 1, last: Number.MAX_SAFE_INTEGER }
  return { first: Number(row?.['first'] ?? 1), last: Number(row?.['last'] ?? 0) }
}
