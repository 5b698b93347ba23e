import type { Passage } from '../library/passage.ts'
import { blocks } from '../text/blocks.ts'
import { contentStems, words } from '../text/words.ts'
import type { CitedValue, TableContext } from './table.ts'

/** Distance from a table within which prose may be about it. */
const NEAR_CHARACTERS = 6_000
/** A short line right above a table is its caption. */
const LEAD_GAP = 2
const LONGEST_LEAD = 200

interface Piece {
  readonly passage: Passage
  readonly start: number
  end: number
  /** Absent for prose. */
  readonly rows?: CitedValue[][]
}

/** The rows of a table with the text around them. */
export interface TableRows {
  readonly rows: readonly (readonly CitedValue[])[]
  readonly context: TableContext
  /** The document goes on right after the table. */
  readonly isFollowed: boolean
}

/** Finds the tables of passages. A table that was cut into several passages is put together again. */
export function tableRows(question: string, passages: readonly Passage[]): TableRows[] {
  const ordered = namedDocuments(question, passages).toSorted(
    (a, b) => a.documentId - b.documentId || a.start - b.start,
  )
  const pieces: Piece[] = []
  for (const passage of ordered) {
    for (const [index, block] of blocks(passage.text).entries()) {
      const place = { passage, start: passage.start + block.start, end: passage.start + block.end }
      if (block.kind !== 'table') {
        pieces.push(place)
        continue
      }
      const rows = block.rows.map(row => row.map(cell => ({ ...cell, passage })))
      const last = pieces.at(-1)
      if (index === 0 && last?.rows && isSameDocument(last, place) && place.start - last.end <= 1) {
        last.rows.push(...rows)
        last.end = place.end
      } else {
        pieces.push({ ...place, rows: [...(index === 0 ? headerRows(passage) : []), ...rows] })
      }
    }
  }
  return pieces.flatMap((piece, at) => {
    if (!piece.rows) return []
    const next = pieces[at + 1]
    const isFollowed =
      next !== undefined && isSameDocument(next, piece) && next.start - piece.end <= LEAD_GAP
    return [{ rows: piece.rows, context: contextOf(pieces, piece, at), isFollowed }]
  })
}

/** Keeps the documents whose titles have the most words of the question, such as a company and a year. */
function namedDocuments(question: string, passages: readonly Passage[]): Passage[] {
  const asked = contentStems(question)
  const named = Map.groupBy(passages, ({ title }) => contentStems(title).intersection(asked).size)
  return named.get(Math.max(...named.keys())) ?? []
}

/** The header stored with a passage but not part of it: it names the columns and cannot be quoted. */
function headerRows(passage: Passage): CitedValue[][] {
  return blocks(passage.tableHeader ?? '').flatMap(block =>
    block.kind === 'table'
      ? block.rows.map(row => row.map(({ text }) => ({ text, passage, start: 0, end: 0 })))
      : [],
  )
}

function contextOf(pieces: readonly Piece[], table: Piece, at: number): TableContext {
  const near = pieces.filter(
    piece =>
      !piece.rows &&
      isSameDocument(piece, table) &&
      piece.end > table.start - NEAR_CHARACTERS &&
      piece.start < table.end + NEAR_CHARACTERS,
  )
  const about = [table.passage.title, ...table.passage.headings].join('\n')
  const surroundings = [about, ...near.map(textOf)].join('\n')
  const before = pieces[at - 1]
  const lead = before && near.includes(before) ? lastLine(before) : undefined
  const isLead =
    before && table.start - before.end <= LEAD_GAP && (lead?.text.length ?? 0) <= LONGEST_LEAD
  return {
    about,
    surroundings,
    aboutStems: contentStems(about),
    stems: new Set(words(surroundings).map(({ stem }) => stem)),
    ...(lead && isLead && { lead }),
  }
}

function isSameDocument(one: Piece, other: Piece): boolean {
  return one.passage.documentId === other.passage.documentId
}

function textOf({ passage, start, end }: Piece): string {
  return passage.text.slice(start - passage.start, end - passage.start)
}

function lastLine({ passage, start, end }: Piece): CitedValue {
  const to = end - passage.start
  const from = Math.max(start - passage.start, passage.text.lastIndexOf('\n', to - 1) + 1)
  return { passage, start: from, end: to, text: passage.text.slice(from, to) }
}
