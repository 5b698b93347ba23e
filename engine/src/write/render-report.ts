import type { Effort } from '../budgets.ts'
import type { Evidence } from '../evidence/ledger.ts'
import { isWritten, type Statement } from '../evidence/statement.ts'
import type { CitedSource } from '../research.ts'
import { tableRow } from '../text/blocks.ts'
import type { Draft, Section, VerificationNotes } from './draft.ts'
import { closingNote, reportWords } from './report-words.ts'

const NOTHING = '—'
const MOST_CITED = 10
const CLOSING = new Set('"”’\')]')
const EXTRACTIVE = 'Extractive: no language model wrote this.'
/** A report on a past year is not out of date. */
const ABOUT_A_PERIOD = /\b(?:10-[KQ]|20-F|fiscal year)\b/

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

/** From when the sources are, in one line: the newest, the oldest, and those that are out of date. */
function sayAges(
  sources: readonly CitedSource[],
  { now, language }: { readonly now: Date; readonly language: string | undefined },
): string {
  const words = reportWords(language)
  const own = sources
    .map(({ url, title, publishedOn }, at) => ({ url, title, publishedOn, number: at + 1 }))
    .filter(({ url }) => !url.startsWith(OWN_DOCUMENTS))
  const days = [...new Set(own.flatMap(({ publishedOn }) => publishedOn ?? []))].sort()
  const [oldest, newest] = [days[0], days.at(-1)]
  if (oldest === undefined || newest === undefined) return ''
  const ageOfDay = (day: string) => `${day} (${describeAge(day, { now, language })})`
  const span = newest === oldest ? [newest] : [newest, oldest]
  const isStale = ({ title, publishedOn }: (typeof own)[number]) =>
    publishedOn !== undefined && isOld(publishedOn, now) && !ABOUT_A_PERIOD.test(title)
  const stale = days.length > 1 ? own.filter(isStale) : []
  const undated = own.filter(({ publishedOn }) => publishedOn === undefined)
  const numbered = (some: typeof own) => `[[${some.map(({ number }) => number).join(', ')}]]`
  const notes = [
    ...[
      ...Map.groupBy(stale, ({ publishedOn = '' }) => describeAge(publishedOn, { now, language })),
    ].map(([age, some]) => `${numbered(some)} ${age}`),
    ...(undated.length > 0 ? [`${numbered(undated)} ${words.undated}`] : []),
  ]
  return ` ${[`${words.ages}: ${span.map(ageOfDay).join(' – ')}`, ...notes].join('; ')}.`
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

const DAY_MS = 24 * 60 * 60 * 1_000
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** How old something is, as a reader would say it. */
export function describeAge(
  publishedOn: string,
  { now, language }: { readonly now: Date; readonly language?: string | undefined },
): string {
  const days = Math.floor((now.getTime() - Date.parse(publishedOn)) / DAY_MS)
  const { count, unit } = inUnit(Math.max(0, days))
  if (!isEnglish(language)) {
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-count, unit)
  }
  return count === 0 ? 'of today' : `${count} ${unit}${count === 1 ? '' : 's'} old`
}

function inUnit(days: number): { count: number; unit: 'day' | 'month' | 'year' } {
  if (days < 60) return { count: days, unit: 'day' }
  const months = Math.floor(days / 30.44)
  if (months < 24) return { count: months, unit: 'month' }
  return { count: Math.floor(days / 365.25), unit: 'year' }
}

const OLD_DAYS = 2 * 365.25
/** Since when something has been so does not tell until when. */
const SINCE = /\bsince\b[^;,()]{0,24}?\d{4}/gi
const YEAR = /\b(?:1\d{3}|20\d{2})\b/

interface AgeOptions {
  readonly evidence: readonly Evidence[]
  readonly now: Date
  readonly isField: boolean
  readonly language?: string
}

/**
 * Of when a sentence is, where it does not say so itself and its source is old: `as of November 2015`.
 * Prose is mostly about what has been; figures and fields are read as what is.
 */
export function sayAge(
  text: string,
  { evidence, now, isField, language }: AgeOptions,
): string | undefined {
  if (!isField && !/\d/.test(text)) return undefined
  const [oldest] = evidence.flatMap(({ passage }) => passage.publishedOn ?? []).sort()
  if (oldest === undefined || YEAR.test(text.replace(SINCE, ''))) return undefined
  if (!isOld(oldest, now)) return undefined
  return reportWords(language).asOf.replace('{month}', monthsIn(language).format(new Date(oldest)))
}

function isOld(publishedOn: string, now: Date): boolean {
  return now.getTime() - Date.parse(publishedOn) >= OLD_DAYS * DAY_MS
}

/** The places of the report's own words. */
function isEnglish(language: string | undefined): boolean {
  return language === undefined || reportWords(language) === reportWords()
}

function monthsIn(language: string | undefined): Intl.DateTimeFormat {
  if (isEnglish(language)) return MONTH
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
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
