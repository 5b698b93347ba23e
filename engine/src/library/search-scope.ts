import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { toSource } from './read-passages.ts'

/** The passages that a search may return. */
export interface Scope {
  /** Conditions on a document `d`; none if all are in scope. */
  readonly conditions: readonly string[]
  readonly values: Readonly<Record<string, SQLInputValue>>
  /** The IDs of its passages, if they are few. */
  readonly passages?: readonly number[]
}

interface ScopeOptions {
  readonly policy: SourcePolicy
  readonly documentIds?: readonly number[] | undefined
  /** Limits the search to these domains, in addition to the policy. */
  readonly domains?: readonly string[]
}

/** Fewer passages than these are scored one by one. */
const FEW = { documents: 1_000, passages: 20_000 }

/** Translates the policy to SQL as far as possible, so that a search reads little else. */
export function searchScope(database: DatabaseSync, options: ScopeOptions): Scope {
  const { policy, documentIds, domains = [] } = options
  const conditions: string[] = []
  const values: Record<string, SQLInputValue> = {}
  const add = (name: string, condition: string, value: SQLInputValue) => {
    conditions.push(condition)
    values[name] = value
  }
  if (documentIds) add('documents', isListed('d.id', 'documents'), JSON.stringify(documentIds))
  if (domains.length > 0) add('within', isWithin('IN', 'within'), ranges(domains))
  const { includeDomains, excludeDomains, publishedFrom, publishedTo } = policy
  if (includeDomains.length > 0) add('included', isWithin('IN', 'included'), ranges(includeDomains))
  if (publishedFrom !== undefined) add('from', 'd.published_on >= :from', publishedFrom)
  if (publishedTo !== undefined) add('to', 'd.published_on <= :to', publishedTo)
  const kinds = admittedKinds(database, policy)
  if (kinds) add('kinds', isListed('d.kind_id', 'kinds'), JSON.stringify(kinds))
  const mayBeFew = conditions.length > 0
  if (excludeDomains.length > 0) {
    add('excluded', isWithin('NOT IN', 'excluded'), ranges(excludeDomains))
  }
  const passages = mayBeFew ? fewPassages(database, { conditions, values }) : undefined
  return { conditions, values, ...(passages && { passages }) }
}

/** Returns the kinds of documents that the policy admits, or undefined if it admits all. */
function admittedKinds(database: DatabaseSync, policy: SourcePolicy): number[] | undefined {
  const { country, language, safesearch } = policy
  const controls = { ...(country && { country }), ...(language && { language }), safesearch }
  const { admits } = compilePolicy(controls, { now: new Date() })
  const kinds = database.prepare('SELECT id, language, countries, rating FROM kind').all()
  const admitted = kinds.filter(kind => admits(toSource(kind)))
  return admitted.length < kinds.length ? admitted.map(({ id }) => Number(id)) : undefined
}

function fewPassages(database: DatabaseSync, { conditions, values }: Scope): number[] | undefined {
  const documents = database
    .prepare(
      `SELECT d.first_passage, d.passages FROM document AS d
       WHERE ${conditions.join(' AND ')} ORDER BY d.first_passage LIMIT ${FEW.documents + 1}`,
    )
    .all(values)
  if (documents.length > FEW.documents) return undefined
  const ids: number[] = []
  for (const document of documents) {
    const first = Number(document['first_passage'])
    const count = Number(document['passages'])
    if (ids.length + count > FEW.passages) return undefined
    for (let id = first; id < first + count; id++) ids.push(id)
  }
  return ids
}

function isListed(column: string, list: string): string {
  return `${column} IN (SELECT value FROM json_each(:${list}))`
}

function isWithin(operator: 'IN' | 'NOT IN', domains: string): string {
  return `d.host_id ${operator} (
    SELECT h.id FROM json_each(:${domains}) AS j
    CROSS JOIN host AS h ON h.reversed >= j.value ->> 0 AND h.reversed < j.value ->> 1)`
}

/** Writes the range of keys of each domain and all below it; the second is not included. */
function ranges(domains: readonly string[]): string {
  // A slash follows a dot in ASCII.
  const range = (key: string) => [key, `${key.slice(0, -1)}/`]
  return JSON.stringify(domains.map(domain => range(domainKey(domain))))
}

/** Reverses the labels of a host, so that everything below a domain is one range of keys. */
export function domainKey(host: string): string {
  return `${host.split('.').reverse().join('.')}.`
}
