import type { Effort } from '../pipeline/budgets.ts'
import type { CitedSource } from '../pipeline/research.ts'
import { tableRow } from '../text/blocks.ts'
import { type Citations, createCitations } from './citations.ts'
import { describeAge } from './describe-age.ts'
import type { Draft, Section } from './draft.ts'
import type { Statement } from './statement.ts'

const NOTHING = '—'
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
  const blocks = sections.map(section => renderSection(section, citations))
  const sources = citations.sources()
  if (isReport && effort !== 'lite') blocks.push(renderAges(sources, now))
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

function renderSection(section: Section, citations: Citations): string {
  const { heading, paragraphs, bullets = [], table, notes = [] } = section
  const blocks = [
    ...paragraphs.map(statements => statements.map(one => mark(one, citations)).join(' ')),
    ...(bullets.length > 0 ? [bullets.map(one => `- ${mark(one, citations)}`).join('\n')] : []),
    ...(table ? [renderTable(table, citations)] : []),
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

/** The marker stands before the full stop, so that it belongs to its sentence. */
function mark({ text, evidence }: Statement, citations: Citations): string {
  const [, body = '', end = ''] = /^(.*?)([.!?…]?["”’')\]]*)$/su.exec(inert(text)) ?? []
  return `${body} ${citations.markers(evidence)}${end === '' ? '.' : end}`
}

/** What a source says must not turn into a marker, markup or a new block of ours. */
function inert(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('[[', '[\\[').replace(/[<>]/g, '\\$&')
}
