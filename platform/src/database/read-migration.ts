import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** A numbered SQL file, and what its first comment says of it. */
export interface Migration {
  readonly name: string
  readonly sql: string
  /**
   * `expand`: releases that do not know it run on it. `contract`: it breaks those that do not know
   * the migration in `needs`. Undefined: it breaks every release that does not know it.
   */
  readonly kind: 'expand' | 'contract' | undefined
  readonly needs: string | undefined
  /** False for indexes that are built concurrently. */
  readonly inTransaction: boolean
}

const MARKS = /^-- (?:(expand)|(contract), needs (\d{4}_\w+\.sql))?(?:, )?(no transaction)?$/

/**
 * Reads a file whose first line may be `-- expand` or `-- contract, needs 0001_some.sql`, each with
 * `, no transaction` behind it.
 */
export async function readMigration(path: string): Promise<Migration> {
  const sql = await readFile(path, 'utf8')
  const [firstLine = ''] = sql.split('\n', 1)
  const [, expand, contract, needs, noTransaction] = MARKS.exec(firstLine) ?? []
  return {
    name: basename(path),
    sql,
    kind: (expand ?? contract) as Migration['kind'],
    needs,
    inTransaction: noTransaction === undefined,
  }
}
