import { type Block, blocks } from '../text/blocks.ts'
import { lines, sentences } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'

/** A piece of a document's text. All pieces joined are the text. */
interface Piece {
  readonly start: number
  readonly text: string
  readonly headings: readonly string[]
  /** The labels of its fields. */
  readonly labels: readonly string[]
  /** The header rows of the table that this piece continues. */
  readonly tableHeader?: string
}

/** No passage is longer: tables, fields and lines are cut if they must be. */
export const LONGEST_PASSAGE = 4_000
const PROSE = { least: 600, most: 1_200 }
/** Short fields of a section share a passage up to this length. */
const FIELDS = 600
/** Prose up to this length before a table is its caption. */
const CAPTION = 400
/** A heading is repeated with every passage under it. */
const LONGEST_HEADING = 200
const MOST_HEADER_ROWS = 3

/** A part of a text that stays together, with the details that decide what may join it. */
interface Part extends Span {
  readonly kind: Block['kind']
  readonly headings: readonly string[]
  readonly label?: string
  readonly tableHeader?: string
}

/** Cuts a text into passages: sections apart, tables and groups of fields whole, prose by sentences. */
export function splitPassages(text: string): Piece[] {
  const pieces: Piece[] = []
  let open: Part[] = []
  const close = () => {
    const first = open[0]
    if (!first) return
    const content = open.find(({ kind }) => kind !== 'heading') ?? open.at(-1) ?? first
    pieces.push({
      start: first.start,
      text: text.slice(first.start, open.at(-1)?.end),
      headings: content.headings,
      labels: open.flatMap(({ label }) => label ?? []),
      ...(first.tableHeader !== undefined && { tableHeader: first.tableHeader }),
    })
    open = []
  }
  for (const part of parts(text)) {
    if (!joins(open, part)) close()
    open.push(part)
  }
  close()
  return pieces
}

function joins(open: readonly Part[], part: Part): boolean {
  const first = open[0]
  const last = open.at(-1)
  if (!first || !last) return true
  const length = part.end - first.start
  if (length > LONGEST_PASSAGE) return false
  if (last.kind === 'heading') return true
  if (part.kind === 'heading') return false
  if (part.kind === 'table') return last.kind === 'prose' && last.end - first.start <= CAPTION
  if (last.kind === 'table') return false
  if (part.kind === 'field' && last.kind === 'field') {
    return subjectOf(part) === subjectOf(last) || length <= FIELDS
  }
  return length <= PROSE.most && last.end - first.start < PROSE.least
}

/** Fields about one thing name it before the first dash. */
function subjectOf({ label }: Part): string | undefined {
  return label?.split(' — ', 1)[0]
}

/** Yields the blocks with the white space after them, cut to size. */
function* parts(text: string): Generator<Part> {
  const found = blocks(text)
  const path: { level: number; title: string }[] = []
  let start = 0
  for (const [index, block] of found.entries()) {
    const end = found[index + 1]?.start ?? text.length
    if (block.kind === 'heading') {
      while ((path.at(-1)?.level ?? 0) >= block.level) path.pop()
      path.push({ level: block.level, title: block.title.slice(0, LONGEST_HEADING).toWellFormed() })
    }
    const headings = path.map(({ title }) => title)
    for (const cut of cutBlock(text, { block, start, end })) {
      yield { kind: block.kind, headings, ...cut }
    }
    start = end
  }
  if (found.length === 0 && text !== '') {
    for (const cut of cutProse(text, { start, end: text.length, ...PROSE })) {
      yield { kind: 'prose', headings: [], ...cut }
    }
  }
}

function cutBlock(
  text: string,
  { block, start, end }: { block: Block } & Span,
): Iterable<Span & { label?: string; tableHeader?: string }> {
  if (block.kind === 'prose') return cutProse(text, { start, end, ...PROSE })
  if (end - start > LONGEST_PASSAGE) {
    if (block.kind === 'table') return cutTable(text, { start, end })
    return cutProse(text, { start, end, least: PROSE.most, most: LONGEST_PASSAGE })
  }
  if (block.kind !== 'field') return [{ start, end }]
  return [{ start, end, label: block.label }]
}

/** Yields runs of rows that fit, each but the first with the table's header. */
function* cutTable(text: string, { start, end }: Span): Generator<Span & { tableHeader?: string }> {
  const rows = lines(text.slice(start, end)).map(row => ({
    start: start + row.start,
    end: Math.min(end, start + row.end + 1),
  }))
  const header = headerOf(text, rows)
  let from = start
  const close = (to: number) => ({
    start: from,
    end: to,
    ...(from > start && header !== '' && { tableHeader: header }),
  })
  for (const row of rows) {
    if (row.end - from > LONGEST_PASSAGE && row.start > from) {
      yield close(row.start)
      from = row.start
    }
    if (row.end - from > LONGEST_PASSAGE) {
      const most = LONGEST_PASSAGE
      const cuts = [...cutProse(text, { start: from, end: row.end, least: PROSE.most, most })]
      for (const cut of cuts.slice(0, -1)) {
        yield close(cut.end)
        from = cut.end
      }
    }
  }
  if (end > from) yield close(end)
}

/** Returns the first row, and those after it without a label. */
function headerOf(text: string, rows: readonly Span[]): string {
  const [first, ...others] = rows.map(row => text.slice(row.start, row.end).trimEnd())
  const header = [first ?? '']
  for (const row of others.slice(0, MOST_HEADER_ROWS - 1)) {
    if (!/^\s*\|\s*\|/.test(row)) break
    header.push(row)
  }
  const written = header.join('\n')
  return written.length > PROSE.most ? '' : written
}

interface ProseCut extends Span {
  /** The shortest piece, if sentences allow it. */
  readonly least: number
  readonly most: number
}

/** Cuts prose between paragraphs, or else sentences, words or characters. */
function* cutProse(text: string, { start, end, least, most }: ProseCut): Generator<Span> {
  let from = start
  while (end - from > most) {
    // Pieces have about the same length, so that no stub is left at the end.
    const rest = end - from
    const even = Math.ceil(rest / Math.ceil(rest / most))
    const aim = Math.min(most, Math.max(least, even))
    const cut = from + bestCut(text.slice(from, from + most + 1), { aim, least, most })
    yield { start: from, end: cut }
    from = cut
  }
  if (end > from) yield { start: from, end }
}

function bestCut(
  window: string,
  { aim, least, most }: { aim: number; least: number; most: number },
): number {
  const fits = (cut: number) => cut >= Math.min(least, aim) / 2 && cut <= most
  const nearest = (cuts: readonly number[]) =>
    cuts.filter(fits).sort((one, other) => Math.abs(one - aim) - Math.abs(other - aim))[0]
  const cut =
    nearest(endsOf(/\n+/g, window)) ??
    // The start of a sentence is known; its end may be beyond the window.
    nearest(sentences(window).map(sentence => sentence.start)) ??
    nearest(endsOf(/[ \t;,|]+/g, window))
  return cut ?? beforeHalves(window, aim)
}

function endsOf(gap: RegExp, window: string): number[] {
  return Array.from(window.matchAll(gap), ({ 0: found, index }) => index + found.length)
}

/** Moves a cut out of a surrogate pair. */
function beforeHalves(window: string, cut: number): number {
  const code = window.charCodeAt(cut)
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff
  return isSecondHalf && cut > 1 ? cut - 1 : cut
}
