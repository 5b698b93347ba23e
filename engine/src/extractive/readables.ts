import { isRecord } from '../evidence/units.ts'
import { subjectOf } from '../library/document.ts'
import type { Passage } from '../library/passage.ts'
import type { ReadablePassage } from '../reader/reader.ts'
import { type TextRow, textRows } from '../tables/text-rows.ts'
import { blocks } from '../text/blocks.ts'
import { lines } from '../text/sentences.ts'
import { contentStems, contentWords, splitName } from '../text/words.ts'

/** A piece of a passage as the model reads it: prose as a whole, each field by itself. */
export interface Readable extends ReadablePassage {
  readonly passage: Passage
  /** Offset of its text in the passage's text. */
  readonly start: number
  /** The label, if it is a field. */
  readonly label?: string
  readonly row?: TextRow
  /** A line answers no more surely than the piece that it is from. */
  readonly mostOdds?: number
}

/** A passage may have a hundred fields. Only those that share the most words with the question are read. */
const MOST_FIELDS = 3

/**
 * Puts the subject and the headings of a passage in one line, identifiers as words. A page of a manual
 * rarely says what it describes, so words of the question that only its site or folder has are added.
 */
function contextOf({ title, headings, text, url }: Passage, asked: ReadonlySet<string>): string {
  const known = contentStems([title, ...headings, text].join(' '))
  const names = contentWords(url.replace(/[^/]*$/, ''))
    .filter(({ stem }) => asked.has(stem) && !known.has(stem))
    .map(word => word.text)
  return splitName([...new Set([subjectOf(title), ...headings, ...names])].join(' — '))
}

/** Splits a passage into pieces to read. Fields and rows that share no word with the question are left out. */
export function readablesOf(passage: Passage, question: string): Readable[] {
  const { text } = passage
  const asked = contentStems(question)
  const context = contextOf(passage, asked)
  const prose: Readable[] = []
  const fields: Shared[] = []
  const hasFields = isRecord(passage)
  for (const block of blocks(text)) {
    if (block.kind === 'heading') continue
    if (block.kind === 'table') {
      const rows = textRows(block)
      for (const row of rows) {
        const readable = { passage, context, text: row.said, start: row.start, row }
        const shared = contentStems(row.said).intersection(asked).size
        fields.push({ readable, shared })
      }
      if (rows.length > 0) continue
    }
    const end = block.kind === 'field' ? block.value.end : block.end
    const readable = { passage, context, text: text.slice(block.start, end), start: block.start }
    if (block.kind !== 'field' || !hasFields) {
      prose.push(readable)
      continue
    }
    const shared = contentStems(readable.text).intersection(asked).size
    fields.push({ readable: { ...readable, label: block.label }, shared })
  }
  return [...joinProse(prose), ...sharingMost(fields)]
}

/** Returns the lines of a piece that share the most words with the question; none if it is one line. */
export function linesOf(whole: Readable, question: string): Readable[] {
  const asked = contentStems(question)
  const all = lines(whole.text)
  if (all.length === 1 || whole.row) return []
  return sharingMost(
    all.map(({ start, end }) => {
      const text = whole.text.slice(start, end)
      const readable = { ...whole, text, start: whole.start + start }
      return { readable, shared: contentStems(text).intersection(asked).size }
    }),
  )
}

interface Shared {
  readonly readable: Readable
  /** How many words it shares with the question. */
  readonly shared: number
}

function sharingMost(all: readonly Shared[]): Readable[] {
  return all
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, MOST_FIELDS)
    .map(({ readable }) => readable)
}

/** Joins paragraphs that follow each other. */
function joinProse(prose: readonly Readable[]): Readable[] {
  const joined: Readable[] = []
  for (const own of prose) {
    const last = joined.at(-1)
    const between = last && own.passage.text.slice(last.start + last.text.length, own.start)
    if (!last || between === undefined || between.trim() !== '') joined.push(own)
    else joined.splice(-1, 1, { ...last, text: `${last.text}${between}${own.text}` })
  }
  return joined
}
