import type { Passage } from '../../library/passage.ts'
import { askedStems, wordsOfName } from '../../shape/property.ts'
import { blocks, type Cell } from '../../text/blocks.ts'
import { lines } from '../../text/sentences.ts'
import type { Span } from '../../text/span.ts'
import { contentStems } from '../../text/words.ts'

/** A table whose first row names its columns and whose other rows are things of one kind. */
export interface RowTable {
  readonly passage: Passage
  readonly header: readonly string[]
  readonly rows: readonly Row[]
}

export interface Row {
  readonly passage: Passage
  readonly cells: readonly Cell[]
  /** Relative to the passage's text. */
  readonly line: Span
}

/** Verbs that open a request and say nothing about its topic. */
export const REQUEST =
  /^\s*(?:please\s+)?(?:list|give|show|tell|name|find|compare|describe|extract|return|provide|identify)\b(?:\s+(?:me|us)\b)?/i

/** The tables of documents, joined where they were cut into passages. */
export function tablesIn(passages: readonly Passage[]): RowTable[] {
  const tables: { passage: Passage; header: string[]; rows: Row[] }[] = []
  const ordered = passages.toSorted((a, b) => a.documentId - b.documentId || a.start - b.start)
  for (const passage of ordered) {
    for (const [index, block] of blocks(passage.text).entries()) {
      if (block.kind !== 'table') continue
      const last = tables.at(-1)
      const isSame = last?.passage.documentId === passage.documentId
      if (last && isSame && index === 0 && passage.tableHeader !== undefined) {
        last.rows.push(...block.rows.map(row => rowOf(row, passage)))
        continue
      }
      const [header = [], ...rows] = block.rows
      const names = header.map(({ text }) => text)
      tables.push({ passage, header: names, rows: rows.map(row => rowOf(row, passage)) })
    }
  }
  return tables.filter(
    ({ header, rows }) =>
      rows.length > 0 && rows.every(({ cells }) => cells.length === header.length),
  )
}

/** The column with that name, in singular or plural; undefined if none or several have it. */
export function columnCalled({ header }: RowTable, name: string): number | undefined {
  const key = keyOf(name)
  const found = header.flatMap((text, at) => (keyOf(text) === key ? [at] : []))
  return key !== '' && found.length === 1 ? found[0] : undefined
}

/**
 * Whether the input asks for all rows of a table: each of its words is one of the table's surroundings.
 * A further word, such as "more than 8", may want only some.
 */
export function wantsAll(
  input: string,
  { passage, header }: RowTable,
  names: readonly string[],
): boolean {
  const { title, headings, text } = passage
  const own = blocks(text).flatMap(block => (block.kind === 'heading' ? [block.title] : []))
  const known = contentStems([title, ...headings, ...own, ...header, ...names].join(' '))
  return !/\d/.test(input) && askedStems(input.replace(REQUEST, '')).every(stem => known.has(stem))
}

function rowOf(cells: readonly Cell[], passage: Passage): Row {
  const start = cells[0]?.start ?? 0
  const line = lines(passage.text).find(one => one.start <= start && start <= one.end)
  return { passage, cells, line: line ?? { start, end: cells.at(-1)?.end ?? start } }
}

function keyOf(name: string): string {
  return [...contentStems(wordsOfName(name))].toSorted().join(' ')
}
