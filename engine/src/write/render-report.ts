import type { Effort } from '../budgets.ts'
import type { Evidence } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { isWritten } from '../evidence/written-statement.ts'
import type { CitedSource } from '../research.ts'
import { tableRow } from '../text/blocks.ts'
import { type Citations, createCitations } from './citations.ts'
import { describeAge, sayAge } from './describe-age.ts'
import type { Draft, Section, VerificationNotes } from './draft.ts'
import { closingNote, reportWords } from './report-words.ts'

const NOTHING = '—'
const MOST_CITED = 10
/** From this many on, the pages of one work share a line. */
const MANY_PAGES = 4
const CLOSING = new Set('"”’\')]')
const EXTRACTIVE =
  '*Extractive: the sentences are quoted from the sources or put together from their fields and figures by rules. No language model wrote any of it.*'

const NO_NOTES: VerificationNotes = { removed: 0, judged: 0, unjudged: 0 }

export interface RenderedReport {
  readonly content: string
  readonly sources: readonly CitedSource[]
}

interface RenderOptions {
  readonly now: Date
  readonly effort: Effort
  readonly isReport: boolean
  readonly notes?: VerificationNotes | undefined
}

/** Definitions that come with the engine have no age. */
const OWN_DOCUMENTS = 'library://footnote/'

/** Writes a draft as Markdown. Sources are numbered in the order in which they are first cited. */
export function renderReport(
  { sections, language, author = 'rules' }: Draft,
  { now, effort, isReport, notes = NO_NOTES }: RenderOptions,
): RenderedReport {
  const citations = createCitations()
  const words = reportWords(language)
  const hasAges = isReport && effort !== 'lite'
  const rendering = { citations, language, ...(!hasAges && { asOf: now }) }
  const blocks = sections.map(section => renderSection(section, rendering))
  const sources = citations.sources()
  if (hasAges) blocks.push(renderAges(sources, { now, language }))
  if (isReport) blocks.push(author === 'rules' ? EXTRACTIVE : `*${closingNote(words, notes)}*`)
  return { content: blocks.filter(text => text !== '').join('\n\n'), sources }
}

function renderAges(
  sources: readonly CitedSource[],
  { now, language }: { readonly now: Date; readonly language: string | undefined },
): string {
  const words = reportWords(language)
  const ageOfDay = (publishedOn: string | undefined) =>
    publishedOn === undefined
      ? words.undated
      : `${publishedOn}, ${describeAge(publishedOn, { now, language })}`
  const dated = sources
    .map((source, at) => ({ ...source, number: at + 1 }))
    .filter(({ url }) => !url.startsWith(OWN_DOCUMENTS))
  const works = Map.groupBy(dated, ({ title, publishedOn }) => `${workOf(title)} ${publishedOn}`)
  const ages = [...works.values()].flatMap(own => {
    const [first] = own
    if (!first || own.length < MANY_PAGES)
      return own.map(
        ({ title, number, publishedOn }) =>
          `- ${inert(title)} [[${number}]]: ${ageOfDay(publishedOn)}`,
      )
    const pages = `${inert(workOf(first.title))}, ${own.length} ${words.pages}`
    return `- ${pages}: ${ageOfDay(first.publishedOn)}`
  })
  return [`## ${words.ages}`, ages.join('\n')].join('\n\n')
}

/** "The World Factbook" for "Chile — The World Factbook". */
function workOf(title: string): string {
  return title.slice(title.lastIndexOf(' — ') + 1).replace(/^— /, '')
}

interface Rendering {
  readonly citations: Citations
  readonly language: string | undefined
  /** Where no list of ages follows: sentences say themselves of when they are, seen from now. */
  readonly asOf?: Date
}

function renderSection(section: Section, rendering: Rendering): string {
  const { heading, paragraphs, bullets = [], table, notes = [] } = section
  const blocks = [
    ...paragraphs.map(statements => statements.map(one => mark(one, rendering)).join(' ')),
    ...(bullets.length > 0 ? [bullets.map(one => `- ${mark(one, rendering)}`).join('\n')] : []),
    ...(table ? [renderTable(table, rendering.citations)] : []),
    ...(notes.length > 0 ? [notes.map(inert).join('\n')] : []),
  ].filter(text => text !== '')
  if (blocks.length === 0) return ''
  return [...(heading === undefined ? [] : [`## ${inertWritten(heading)}`]), ...blocks].join('\n\n')
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
function mark(statement: Statement, rendering: Rendering): string {
  const { text, evidence } = statement
  const { citations } = rendering
  const written = isWritten(statement) ? inertWritten(text) : inert(text)
  const age = ageOf(statement, written, rendering)
  let to = written.length
  while (CLOSING.has(written[to - 1] ?? '')) to--
  const closing = written.slice(to)
  const stop = /[.!?…。！？]$/.exec(written.slice(0, to))?.[0] ?? ''
  const body = written.slice(0, to - stop.length)
  const sentence = closing === '' ? body : `${body}${stop === '.' ? '' : stop}${closing}`
  const end = closing === '' && stop !== '' ? stop : '.'
  return `${sentence}${besides(age, sentence)} ${citations.markers(ofFirstSources(evidence))}${end}`
}

/** A list of fifty countries would end in fifty numbers: the sources of those named first show where it is from. */
function ofFirstSources(evidence: readonly Evidence[]): Evidence[] {
  const urls = new Set(evidence.map(({ passage }) => passage.url))
  const first = new Set([...urls].slice(0, MOST_CITED))
  return evidence.filter(({ passage }) => first.has(passage.url))
}

/** What a model wrote is prose even where it is no quote. */
function ageOf(
  statement: Statement,
  written: string,
  { asOf, language }: Rendering,
): string | undefined {
  if (asOf === undefined) return undefined
  const isField = !statement.isVerbatim && !isWritten(statement)
  const { evidence } = statement
  return sayAge(written, { evidence, now: asOf, isField, ...(language && { language }) })
}

/** Two brackets side by side read badly. */
function besides(age: string | undefined, sentence: string): string {
  if (age === undefined) return ''
  return sentence.endsWith(')') ? `, ${age}` : ` (${age})`
}

/**
 * What a source or a model says, in one line that is text and nothing else: no marker, markup, link,
 * image or block of ours.
 */
export function inert(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('[[', '[\\[')
    .replace(/\](?=[([])/g, ']\\')
    .replace(/!(?=\[)/g, '\\!')
    .replace(/[<>]/g, '\\$&')
}

/** The same for what a model wrote: addresses are no links either. A quote keeps its own. */
export function inertWritten(text: string): string {
  return inert(text)
    .replace(/(?<=\b[a-z][a-z0-9+.-]{1,15}):(?=\/\/)/gi, '\\:')
    .replace(/\bwww\.(?=\S)/gi, 'www\\.')
}
