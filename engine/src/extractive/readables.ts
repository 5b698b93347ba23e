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
function contextOf(passage: Passage, asked: ReadonlySet<string>): string {
  const known = contentStems(textOf(passage))
  const names = contentWords(passage.url.replace(/[^/]*$/, ''))
    .filter(({ stem }) => asked.has(stem) && !known.has(stem))
    .map(word => word.text)
  return splitName(
    [...new Set([subjectOf(passage.title), ...passage.headings, ...names])].join(' — '),
  )
}

/** Returns the text of a passage with everything that is above it. */
export function textOf({ title, headings, text }: Passage): string {
  return [title, ...headings, text].join(' ')
}

/** Splits a passage into pieces to read. Fields and rows that share no word with the question are left out. */
export function readablesOf(passage: Passage, question: string): Readable[] {
  const { text } = passage
  const asked = contentStems(question)
  const context = contextOf(passage, asked)
  const prose: Readable[] = []
  const fields: Readable[] = []
  const hasFields = isRecord(passage)
  for (const block of blocks(text)) {
    if (block.kind === 'heading') continue
    if (block.kind === 'table') {
      const rows = textRows(block)
      fields.push(...rows.map(row => ({ passage, context, text: row.said, start: row.start, row })))
      if (rows.length > 0) continue
    }
    const end = block.kind === 'field' ? block.value.end : block.end
    const readable = { passage, context, text: text.slice(block.start, end), start: block.start }
    if (block.kind !== 'field' || !hasFields) prose.push(readable)
    else fields.push({ ...readable, label: block.label })
  }
  return [...joinProse(prose), ...sharingMost(fields, asked)]
}

/** Returns the lines of a piece that share the most words with the question; none if it is one line. */
export function linesOf(whole: Readable, question: string): Readable[] {
  const all = lines(whole.text).map(({ start, end }) => ({
    ...whole,
    text: whole.text.slice(start, end),
    start: whole.start + start,
  }))
  return all.length === 1 || whole.row ? [] : sharingMost(all, contentStems(question))
}

function sharingMost(all: readonly Readable[], asked: ReadonlySet<string>): Readable[] {
  const shared = new Map(
    all.map(one => [one, contentStems(one.text).intersection(asked).size] as const),
  )
  return all
    .filter(one => shared.get(one))
    .toSorted((one, other) => (shared.get(other) ?? 0) - (shared.get(one) ?? 0))
    .slice(0, MOST_FIELDS)
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
