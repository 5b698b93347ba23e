import type pg from 'pg'

const INDEX_NAME = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/i

/**
 * Runs the statements of a file outside of a transaction, one by one, as often as need be. A build that
 * failed leaves an invalid index, which is dropped and built again. Statements end with the line.
 */
export async function buildIndexes(client: pg.Client, sql: string): Promise<void> {
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map(statement => statement.trim())
  for (const statement of statements.filter(Boolean)) {
    const [, index] = INDEX_NAME.exec(statement) ?? []
    if (index !== undefined && (await isInvalid(client, index))) {
      await client.query(`drop index concurrently if exists ${index}`)
    }
    await client.query(statement)
  }
}

async function isInvalid(client: pg.Client, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  return rowCount === 1
}
