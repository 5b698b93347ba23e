import { LONGEST_PASSAGE } from '../../library/split-passages.ts'
import type { TableRows } from '../document-tables.ts'
import { largest } from './largest.ts'

/** Allows for rows of different lengths. */
const ROOM = 1.5

/** Returns whether a table is complete. One that continues leaves no room for another row in its passage. */
export function isWhole({ rows, isFollowed }: TableRows): boolean {
  const [first, last] = [rows[0]?.[0], rows.at(-1)?.[0]]
  const row = largest(rows.map(cells => (cells.at(-1)?.end ?? 0) - (cells[0]?.start ?? 0)))
  const ends = last !== undefined && LONGEST_PASSAGE - last.passage.text.length > row * ROOM
  return first !== undefined && first.end > 0 && (ends || isFollowed)
}
