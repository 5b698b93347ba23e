import type { Passage } from '../library/passage.ts'
import type { CitedValue } from '../tables/table.ts'
import { blocks, type Cell } from '../text/blocks.ts'
import { lines } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'

/** A table whose first row names its columns and whose other rows are things of one kind. */
export interface RowTable {
  readonly passage: Passage
  readonly header: readonly string[]
  readonly rows: readonly Row[]
}

export interface Row {
  readonly cells: readonly CitedValue[]
  readonly passage: Passage
  /** Relative to the passage's text. */
  readonly line: Span
}

/** The tables of documents, put together again where they were cut into passages. */
export function readRows(passages: readonly Passage[]): RowTable[] {
  const tables: { passage: Passage; header: string[]; rows: Row[] }[] = []
  const ordered = passages.toSorted((a, b) => a.documentId - b.documentId || a.start - b.start)
  for (const passage of ordered) {
    for (const [index, block] of blocks(passage.text).entries()) {
      if (block.kind !== 'table') continue
      const last = tables.at(-1)
      const goesOn =
        index === 0 &&
        passage.tableHeader !== undefined &&
        last?.passage.documentId === passage.documentId
      if (goesOn) last.rows.push(...block.rows.map(row => rowOf(row, passage)))
      else {
        const [header = [], ...rows] = block.rows
        const names = header.map(({ text }) => text)
        tables.push({ passage, header: names, rows: rows.map(row => rowOf(row, passage)) })
      }
    }
  }
  return tables.filter(
    ({ header, rows }) =>
      rows.length > 0 && rows.every(({ cells }) => cells.length === header.length),
  )
}

function rowOf(cells: readonly Cell[], passage: Passage): Row {
  const start = cells[0]?.start ?? 0
  const line = lines(passage.text).find(one => one.start <= start && start <= one.end)
  return {
    cells: cells.map(cell => ({ ...cell, passage })),
    passage,
    line: line ?? { start, end: cells.at(-1)?.end ?? start },
  }
}
