import type { Passage } from '../library/passage.ts'
import { blocks } from '../text/blocks.ts'
import { sentences } from '../text/sentences.ts'
import { parseTable } from './parse-table.ts'
import type { CitedValue, Table } from './table.ts'

/** A document taken apart: its tables and the sentences around them. */
export interface TabularDocument {
  readonly tables: readonly Table[]
  readonly sentences: readonly CitedValue[]
}

/** How much of the text before and after a table may speak about it. */
const NEAR_CHARACTERS = 6_000

/** Puts tables together again that were cut into passages. */
export function documentTables(passages: readonly Passage[]): TabularDocument {
  const ordered = passages.toSorted((a, b) => a.documentId - b.documentId || a.start - b.start)
  const pieces: Piece[] = []
  for (const passage of ordered) {
    for (const [index, block] of blocks(passage.text).entries()) {
      const place = {
        documentId: passage.documentId,
        start: passage.start + block.start,
        end: passage.start + block.end,
      }
      if (block.kind !== 'table') {
        pieces.push({ ...place, kind: 'prose', passage, from: block.start, to: block.end })
        continue
      }
      const rows = block.rows.map(row => row.map(cell => ({ ...cell, passage })))
      const last = pieces.at(-1)
      const goesOn =
        index === 0 &&
        last?.kind === 'table' &&
        last.documentId === passage.documentId &&
        place.start - last.end <= 1
      if (goesOn) {
        last.rows.push(...rows)
        last.end = place.end
        continue
      }
      const header = index === 0 ? headerRow(passage) : []
      pieces.push({ ...place, kind: 'table', rows: [...header, ...rows] })
    }
  }
  return {
    tables: pieces.flatMap(piece =>
      piece.kind === 'table' ? parseTable(piece.rows, describe(pieces, piece)) : [],
    ),
    sentences: pieces.flatMap(piece => (piece.kind === 'prose' ? sentencesOf(piece) : [])),
  }
}

type Piece = ProsePiece | TablePiece
interface Place {
  readonly documentId: number
  readonly start: number
  end: number
}
interface ProsePiece extends Place {
  readonly kind: 'prose'
  readonly passage: Passage
  readonly from: number
  readonly to: number
}
interface TablePiece extends Place {
  readonly kind: 'table'
  readonly rows: CitedValue[][]
}

/** The header that a passage knows of but does not hold; it names the columns and cannot be quoted. */
function headerRow(passage: Passage): CitedValue[][] {
  if (passage.tableHeader === undefined) return []
  return blocks(passage.tableHeader).flatMap(block =>
    block.kind === 'table'
      ? block.rows.map(row => row.map(({ text }) => ({ text, passage, start: 0, end: 0 })))
      : [],
  )
}

function describe(pieces: readonly Piece[], table: TablePiece): Pick<Table, 'id' | 'surroundings'> {
  const near = pieces
    .filter(piece => piece.kind === 'prose')
    .filter(
      piece =>
        piece.documentId === table.documentId &&
        piece.end > table.start - NEAR_CHARACTERS &&
        piece.start < table.end + NEAR_CHARACTERS,
    )
    .map(piece => piece.passage.text.slice(piece.from, piece.to))
  const holder = table.rows[0]?.[0]?.passage
  const headings = holder ? [holder.title, ...holder.headings] : []
  return {
    id: `${table.documentId}:${table.start}`,
    surroundings: [...headings, ...near].join('\n'),
  }
}

function sentencesOf({ passage, from, to }: ProsePiece): CitedValue[] {
  return sentences(passage.text.slice(from, to)).map(({ start, end }) => ({
    passage,
    start: from + start,
    end: from + end,
    text: passage.text.slice(from + start, from + end),
  }))
}
