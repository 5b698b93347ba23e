import type { DatabaseSync } from 'node:sqlite'

/** How many passages match, counted no further than `most`. */
export function countPassages(
  database: DatabaseSync,
  expression: string,
  { most }: { most: number },
): number {
  const row = database
    .prepare(
      `SELECT count(*) AS n FROM (
         SELECT 1 FROM passage_index WHERE passage_index MATCH ? LIMIT ?)`,
    )
    .get(expression, most)
  return Number(row?.['n'])
}
