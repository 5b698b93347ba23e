import type { Effort } from '../budgets.ts'
import type { Statement } from '../evidence/statement.ts'
import type { CitedSource } from '../research.ts'
import { tableRow } from '../text/blocks.ts'
import { type Citations, createCitations } from './citations.ts'
import { describeAge, sayAge } from './describe-age.ts'
import type { Draft, Section } from './draft.ts'

const NOTHING = '—'
const CLOSING = new Set('"”’\')]')
const EXTRACTIVE =
  '*Extractive: the sentences are quoted from the sources or put together from their fields and figures by rules. No language model took part.*'

export interface RenderedReport {
  readonly content: string
  readonly sources: readonly CitedSource[]
}

/** Writes a draft as Markdown. Sources are numbered in the order in which they are first cited. */
export function renderReport(
  { sections }: Draft,
  { now, effort, isReport }: { now: Date; effort: Effort; isReport: boolean },
): RenderedReport {
  const citations = createCitations()
  const hasAges = isReport && effort !== 'lite'
  const rendering = { citations, ...(!hasAges && { asOf: now }) }
  const blocks = sections.map(section => renderSection(section, rendering))
  const sources = citations.sources()
  if (hasAges) blocks.push(renderAges(sources, now))
  if (isReport) blocks.push(EXTRACTIVE)
  return { content: blocks.filter(text => text !== '').join('\n\n'), sources }
}

function renderAges(sources: readonly CitedSource[], now: Date): string {
  const ages = sources.map(({ title, publishedOn }, at) => {
    const age =
      publishedOn === undefined ? 'undated' : `${publishedOn}, ${describeAge(publishedOn, now)}`
    return `- ${inert(title)} [[${at + 1}]]: ${age}`
  })
  return ['## Age of the sources', ages.join('\n')].join('\n\n')
}

interface Rendering {
  readonly citations: Citations
  /** Where no list of ages follows: sentences say themselves of when they are, seen from now. */
  readonly asOf?: Date
}

function renderSection(section: Section, rendering: Rendering): string {
  const { heading, paragraphs, bullets = [], table, notes = [] } = section
  const blocks = [
    ...paragraphs.map(statements => statements.map(one => mark(one, rendering)).join(' ')),
    ...(bullets.length > 0 ? [bullets.map(one => `- ${mark(one, rendering)}`).join('\n')] : []),
    ...(table ? [renderTable(table, rendering.citations)] : []),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
  ].filter(text => text !== '')
  if (blocks.length === 0) return ''
  return [...(heading === undefined ? [] : [`## ${heading}`]), ...blocks].join('\n\n')
}

function renderTable(table: NonNullable<Section['table']>, citations: Citations): string {
  const rows = table.rows.map(({ label, cells }) => [
    inert(label),
    ...cells.map(cell =>
      cell ? `${inert(cell.text)} ${citations.markers(cell.evidence)}` : NOTHING,
    ),
  ])
  const header = tableRow(table.columns.map(inert))
  const rule = `|${' --- |'.repeat(table.columns.length)}`
  return [header, rule, ...rows.map(row => `| ${row.map(pipeless).join(' | ')} |`)].join('\n')
}

function pipeless(text: string): string {
  return text.replaceAll('|', '\\|')
}

/**
 * The marker stands before the last stop, so that it belongs to its sentence, and outside of brackets
 * and quotation marks; a full stop inside of them moves out.
 */
function mark({ text, evidence, isVerbatim }: Statement, { citations, asOf }: Rendering): string {
  const written = inert(text)
  const age =
    asOf === undefined ? undefined : sayAge(written, { evidence, now: asOf, isField: !isVerbatim })
  let to = written.length
  while (CLOSING.has(written[to - 1] ?? '')) to--
  const closing = written.slice(to)
  const stop = /[.!?…]$/.exec(written.slice(0, to))?.[0] ?? ''
  const body = written.slice(0, to - stop.length)
  const sentence = closing === '' ? body : `${body}${stop === '.' ? '' : stop}${closing}`
  const end = closing === '' && stop !== '' ? stop : '.'
  return `${sentence}${besides(age, sentence)} ${citations.markers(evidence)}${end}`
}

/** Two brackets side by side read badly. */
function besides(age: string | undefined, sentence: string): string {
  if (age === undefined) return ''
  return sentence.endsWith(')') ? `, ${age}` : ` (${age})`
}

/** What a source says must not turn into a marker, markup or a new block of ours. */
function inert(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('[[', '[\\[').replace(/[<>]/g, '\\$&')
}
