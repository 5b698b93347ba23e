import type { Effort } from '../budgets.ts'
import type { Evidence } from '../evidence/ledger.ts'
import { type ComparisonTable, isWritten, type Statement } from '../evidence/statement.ts'
import type { CitedSource } from '../research.ts'
import { tableRow } from '../text/blocks.ts'
import { reportWords } from '../text/report-words.ts'
import { capital } from '../text/say.ts'
import { closingNote } from './closing-note.ts'
import type { Draft, Section, VerificationNotes } from './draft.ts'

const NOTHING = '—'
const MOST_CITED = 10
const CLOSING = new Set('"”’\')]')
const EXTRACTIVE = 'Extractive: no language model wrote this.'

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
  const ages = hasAges ? sayAges(sources, { now, language }) : ''
  if (isReport)
    blocks.push(`*${author === 'rules' ? EXTRACTIVE : closingNote(words, notes)}${ages}*`)
  return { content: blocks.filter(text => text !== '').join('\n\n'), sources }
}

/** The dates of the oldest and the newest source, with their age. */
function sayAges(sources: readonly CitedSource[], { now, language }: AgeOptions): string {
  const dated = sources.filter(({ url }) => !url.startsWith(OWN_DOCUMENTS))
  const days = [...new Set(dated.flatMap(({ publishedOn }) => publishedOn ?? []))].sort()
  const ends = [...new Set([days[0], days.at(-1)])].filter(day => day !== undefined)
  if (ends.length === 0) return ''
  const ages = new Intl.RelativeTimeFormat(languageOf(language), { numeric: 'auto' })
  const said = ends.map(day => {
    const count = Math.max(0, daysSince(day, now))
    const [length, unit] =
      UNITS.find(one => count >= one[0] * LEAST_OF_UNIT) ?? ([1, 'day'] as const)
    return `${day} (${ages.format(-Math.floor(count / length), unit)})`
  })
  return ` ${reportWords(language).ages}: ${said.join(' – ')}.`
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

/** A table of more columns is turned, if it has fewer rows. */
const MOST_ACROSS = 9

function upright(table: ComparisonTable): ComparisonTable {
  const [corner = '', ...columns] = table.columns
  const { rows } = table
  if (columns.length < MOST_ACROSS || rows.length > columns.length) return table
  return {
    columns: [corner, ...rows.map(({ label }) => label)],
    rows: columns.map((label, at) => ({ label, cells: rows.map(({ cells }) => cells[at]) })),
  }
}

function renderTable(given: ComparisonTable, citations: Citations): string {
  const table = upright(withUnitsOnce(given))
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

/** A number with its unit and its year: "58% of GDP (2022)". */
const CELL =
  /^(?<sign>−?)(?<money>\$?)(?<number>\d[\d.,]*)(?<unit>%?(?: ?\p{L}[^()]*)?)(?: \((?<year>\d{4})\))?$/u
/** A count of people is named by what it counts. */
const PEOPLE = 'people'
const RANKED = /^\d+\. /

/** Says a unit and a year once, if all cells of a row, or of the one column of a ranking, share them. */
function withUnitsOnce({ columns, rows }: ComparisonTable): ComparisonTable {
  const [corner = '', name = ''] = columns
  const isRanking = columns.length === 2 && rows.every(({ label }) => RANKED.test(label))
  if (!isRanking) return { columns, rows: rows.map(shareUnit) }
  const { label, cells } = shareUnit({ label: name, cells: rows.map(row => row.cells[0]) })
  return {
    columns: [corner, label],
    rows: rows.map((row, at) => ({ label: row.label, cells: [cells[at]] })),
  }
}

function shareUnit(row: ComparisonTable['rows'][number]): ComparisonTable['rows'][number] {
  const parts = row.cells.map(cell => cell && (CELL.exec(cell.text)?.groups ?? {}))
  const held = parts.filter(one => one !== undefined)
  const shared = (part: string) => {
    const values = new Set(held.map(one => one[part]))
    return values.size === 1 ? ([...values][0] ?? '') : ''
  }
  if (held.length < 2 || held.some(one => one['number'] === undefined)) return row
  const isOfOne = new Set(held.map(one => one['money'])).size === 1
  const unit = isOfOne && /\p{L}/u.test(shared('unit')) ? shared('unit').trim() : ''
  const year = shared('year') === '' ? '' : ` (${shared('year')})`
  const [, what = '', more = ''] = /^(.*?)((?: \([^()]*\))?)$/s.exec(row.label) ?? []
  const named =
    unit === PEOPLE
      ? what
      : unit.startsWith(what.toLowerCase())
        ? capital(unit)
        : [what, [shared('money'), unit].filter(Boolean).join(' ')].join(', ')
  return {
    label: `${unit === '' ? what : named}${more}${year}`,
    cells: row.cells.map((cell, at) => {
      const { sign = '', money = '', number = '', unit: own = '', year: when } = parts[at] ?? {}
      const value = unit === '' ? `${money}${number}${own}` : number
      return cell && { ...cell, text: `${sign}${value}${year || !when ? '' : ` (${when})`}` }
    }),
  }
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
  const { citations, asOf, language } = rendering
  const written = isWritten(statement) ? inertWritten(text) : inert(text)
  const age = asOf && sayAge(statement, { now: asOf, language })
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

/** Two brackets side by side read badly. */
function besides(age: string | undefined, sentence: string): string {
  if (age === undefined) return ''
  return sentence.endsWith(')') ? `, ${age}` : ` (${age})`
}

/**
 * What a source or a model says, in one line that is text and nothing else: no marker, markup, link,
 * image or block of ours.
 */
function inert(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('[[', '[\\[')
    .replace(/\](?=[([])/g, ']\\')
    .replace(/!(?=\[)/g, '\\!')
    .replace(/[<>]/g, '\\$&')
}

/** The same for what a model wrote: addresses are no links either. A quote keeps its own. */
function inertWritten(text: string): string {
  return inert(text)
    .replace(/(?<=\b[a-z][a-z0-9+.-]{1,15}):(?=\/\/)/gi, '\\:')
    .replace(/\bwww\.(?=\S)/gi, 'www\\.')
}

const DAY_MS = 24 * 60 * 60 * 1_000
const OLD_DAYS = 2 * 365.25
const UNITS = [
  [365.25, 'year'],
  [30.44, 'month'],
] as const
/** Fewer than two years are said in months, and fewer than two months in days. */
const LEAST_OF_UNIT = 2
/** Since when something has been so does not tell until when. */
const SINCE = /\bsince\b[^;,()]{0,24}?\d{4}/gi
const YEAR = /\b(?:1\d{3}|20\d{2})\b/

interface AgeOptions {
  readonly now: Date
  readonly language: string | undefined
}

/**
 * Of when a sentence is, where it does not say so itself and its source is old: `as of November 2015`.
 * Prose is mostly about what has been; figures and fields are read as what is.
 */
function sayAge(statement: Statement, { now, language }: AgeOptions): string | undefined {
  const { text, evidence, isVerbatim } = statement
  const isField = !isVerbatim && !isWritten(statement)
  if (!isField && !/\d/.test(text)) return undefined
  const [oldest] = evidence.flatMap(({ passage }) => passage.publishedOn ?? []).sort()
  if (oldest === undefined || YEAR.test(text.replace(SINCE, ''))) return undefined
  if (daysSince(oldest, now) < OLD_DAYS) return undefined
  const month = new Date(oldest).toLocaleDateString(languageOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return reportWords(language).asOf.replace('{month}', month)
}

function daysSince(publishedOn: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(publishedOn)) / DAY_MS)
}

/** The language of the report's own words. */
function languageOf(language: string | undefined): string {
  return language === undefined || reportWords(language) === reportWords() ? 'en' : language
}

/** Enough for every sentence of the longest report. */
const MOST_EXCERPTS = 500

export interface Citations {
  /** The marker for some evidence; cites it. */
  markers(evidence: readonly Evidence[]): string
  sources(): CitedSource[]
}

/** Numbers sources in the order in which they are first cited. */
export function createCitations(): Citations {
  const cited = new Map<string, Evidence[]>()
  return {
    markers(evidence) {
      const numbers = new Set<number>()
      for (const entry of evidence) {
        const { url } = entry.passage
        const entries = cited.get(url) ?? []
        cited.set(url, entries)
        if (!entries.includes(entry)) entries.push(entry)
        numbers.add([...cited.keys()].indexOf(url) + 1)
      }
      return `[[${[...numbers].sort((a, b) => a - b).join(', ')}]]`
    },
    sources: () =>
      Array.from(cited, ([url, entries]) => {
        const { title = url, publishedOn } = entries[0]?.passage ?? {}
        const excerpts = entries.slice(0, MOST_EXCERPTS).map(({ quote }) => quote)
        return { url, title, excerpts, ...(publishedOn !== undefined && { publishedOn }) }
      }),
  }
}
