import type { Passage } from '../library/passage.ts'
import { LONGEST_PASSAGE } from '../library/split-passages.ts'
import { blocks } from '../text/blocks.ts'
import { sentences } from '../text/sentences.ts'
import { largest } from './largest.ts'
import { parseTable } from './parse-table.ts'
import { type RecordTable, recordTable } from './records/record-table.ts'
import type { CitedValue, Table } from './table.ts'

/** A document taken apart: its tables and the sentences around them. */
export interface TabularDocument {
  readonly tables: readonly Table[]
  /** Those of them whose rows are records. */
  readonly records: readonly RecordTable[]
  readonly sentences: readonly CitedValue[]
}

/** How much of the text before and after a table may speak about it. */
const NEAR_CHARACTERS = 6_000
/** A line this close above a table is its caption, if it is this short. */
const LEAD_GAP = 2
const LONGEST_LEAD = 200
/** Rows are not all of one length. */
const ROOM = 1.5

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
    records: pieces.flatMap(piece =>
      piece.kind === 'table' ? (recordTable(piece.rows, standing(pieces, piece)) ?? []) : [],
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

function describe(
  pieces: readonly Piece[],
  table: TablePiece,
): Pick<Table, 'id' | 'about' | 'lead' | 'surroundings'> {
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
    about: headings.join('\n'),
    ...leadOf(pieces, table),
    surroundings: [...headings, ...near].join('\n'),
  }
}

/** What stands over a table and names what it is about, and whether it is all there. */
function standing(pieces: readonly Piece[], table: TablePiece) {
  const [first, last] = [table.rows[0]?.[0], table.rows.at(-1)?.[0]]
  // A table that goes on leaves no room in its passage for another row.
  const row = largest(table.rows.map(cells => (cells.at(-1)?.end ?? 0) - (cells[0]?.start ?? 0)))
  const ends = last !== undefined && LONGEST_PASSAGE - last.passage.text.length > row * ROOM
  return {
    about: first ? [first.passage.title, ...first.passage.headings].join('\n') : '',
    ...leadOf(pieces, table),
    isWhole: first !== undefined && first.end > 0 && (ends || isFollowed(pieces, table)),
  }
}

function leadOf(pieces: readonly Piece[], table: TablePiece): Pick<Table, 'lead'> {
  const before = pieces[pieces.indexOf(table) - 1]
  if (before?.kind !== 'prose' || before.documentId !== table.documentId) return {}
  const lead = lastLine(before)
  const isNear = table.start - before.end <= LEAD_GAP && lead.text.length <= LONGEST_LEAD
  return isNear ? { lead } : {}
}

function isFollowed(pieces: readonly Piece[], table: TablePiece): boolean {
  const next = pieces[pieces.indexOf(table) + 1]
  return next?.documentId === table.documentId && next.start - table.end <= LEAD_GAP
}

function lastLine({ passage, from, to }: ProsePiece): CitedValue {
  const start = passage.text.lastIndexOf('\n', to - 1) + 1
  const begin = Math.max(from, start)
  return { passage, start: begin, end: to, text: passage.text.slice(begin, to) }
}

function sentencesOf({ passage, from, to }: ProsePiece): CitedValue[] {
  return sentences(passage.text.slice(from, to)).map(({ start, end }) => ({
    passage,
    start: from + start,
    end: from + end,
    text: passage.text.slice(from + start, from + end),
  }))
}
