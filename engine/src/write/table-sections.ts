import type { Effort } from '../budgets.ts'
import type { Finding, FoundSentence } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import { subjectOf } from '../library/document.ts'
import { type Quantity, quantities } from '../text/lex/numbers.ts'
import type { Span } from '../text/span.ts'
import { words } from '../text/words.ts'
import type { Section } from './draft.ts'
import type { ReportWords } from './report-words.ts'

/** What companies reported, side by side. */
export function figureTables(findings: readonly Finding[], words: ReportWords): Section[] {
  return findings.flatMap(({ figures }) =>
    figures?.table ? [{ heading: words.figures, paragraphs: [], table: figures.table }] : [],
  )
}

/** Sections on what lies behind the figures, without what an earlier one says. */
export function figureBackground(findings: readonly Finding[]): Section[] {
  const used = new Set<string>()
  const said = new Set<string>()
  const isNew = (text: string) => {
    if (said.has(text)) return false
    said.add(text)
    return true
  }
  return findings.flatMap(({ figures }) =>
    (figures?.background ?? []).flatMap(({ heading, about, statements, isProse, table, notes }) => {
      const own = statements.filter(({ text }) => isNew(text))
      const shown = table && isNew(textOf(table)) ? table : undefined
      const remarks = (notes ?? []).filter(isNew)
      if (own.length === 0 && !shown && remarks.length === 0) return []
      const isTaken = used.has(heading)
      used.add(heading)
      return {
        heading: isTaken && about ? `${about}: ${heading}` : heading,
        paragraphs: isProse ? [own] : [],
        ...(!isProse && { bullets: own }),
        ...(shown && { table: shown }),
        notes: remarks,
      }
    }),
  )
}

function textOf({ columns, rows }: ComparisonTable): string {
  const lines = rows.map(({ label, cells }) => [label, ...cells.map(cell => cell?.text)].join('|'))
  return [columns.join('|'), ...lines].join('\n')
}

/** Filings that differ are always told; among other sources a short report does not look for it. */
export function conflictsOf(
  findings: readonly Finding[],
  { ledger, effort }: { readonly ledger: Ledger; readonly effort: Effort },
): Statement[] {
  const reported = findings.flatMap(({ figures }) => figures?.conflicts ?? [])
  return effort === 'standard' ? reported : [...reported, ...findConflicts(findings, ledger)]
}

const MOST_CONFLICTS = 10

/** Where two documents give different figures for the same thing and the same year. */
export function findConflicts(findings: readonly Finding[], ledger: Ledger): Statement[] {
  const conflicts: Statement[] = []
  for (const { sentences, related } of findings) {
    const fields = [...sentences, ...related].flatMap(readField)
    for (const [at, one] of fields.entries()) {
      for (const other of fields.slice(at + 1)) {
        if (conflicts.length >= MOST_CONFLICTS) return conflicts
        if (disagree(one, other)) conflicts.push(stateConflict(one, other, ledger))
      }
    }
  }
  return conflicts
}

interface Field {
  readonly found: FoundSentence
  readonly label: string
  readonly value: LeadingValue
}

function readField(found: FoundSentence): Field[] {
  const { label, passage, span } = found
  if (label === undefined) return []
  const value = leadingValue(passage.text, { start: span.start + label.length + 2, end: span.end })
  return value.quantity ? [{ found, label, value }] : []
}

function disagree(one: Field, other: Field): boolean {
  return (
    one.found.passage.documentId !== other.found.passage.documentId &&
    subjectOf(one.found.passage.title) === subjectOf(other.found.passage.title) &&
    key(one.label) === key(other.label) &&
    one.value.year === other.value.year &&
    one.value.unit === other.value.unit &&
    one.value.quantity?.value !== other.value.quantity?.value
  )
}

function key(label: string): string {
  return words(label)
    .map(({ stem }) => stem)
    .sort()
    .join(' ')
}

function stateConflict(one: Field, other: Field, ledger: Ledger): Statement {
  const evidence = [one, other].map(({ found }) => ledger.enter(found.passage, found.span))
  const subject = subjectOf(one.found.passage.title)
  return {
    text: `The sources differ on ${one.label} of ${subject}: ${one.value.text} against ${other.value.text}.`,
    evidence,
    isVerbatim: false,
  }
}

/** The first value of a field: the newest of several years' figures, or the whole value. */
export interface LeadingValue extends Span {
  readonly text: string
  /** The figure at its beginning, if it can be compared. */
  readonly quantity?: Quantity
  /** The year of the value, if it is stated. */
  readonly year?: number
  /** The unit, such as `sq km`. */
  readonly unit: string
}

const MOST_CHARACTERS = 240
/** The end of a unit: neither inside a number, as in `deaths/1,000`, nor at the plural of `male(s)`. */
const UNIT_END = /\((?!e?s\))|;|(?<!\d),|,(?!\d{3}(?!\d))/

/** Reads the first value of a field; `value` is the span of the field's value in the text. */
export function leadingValue(text: string, value: Span): LeadingValue {
  const written = text.slice(value.start, value.end)
  const first = written.split(/;\s/)[0] ?? written
  const [quantity] = quantities(first)
  // Consecutive numbers, such as coordinates, are not an amount.
  const isFigure =
    quantity !== undefined &&
    /^\W{0,3}$/.test(first.slice(0, quantity.start)) &&
    !/^\s*\d/.test(first.slice(quantity.end))
  const length = isFigure ? first.length : cut(written)
  const end = value.start + length
  if (!isFigure) return { start: value.start, end, text: text.slice(value.start, end), unit: '' }
  const year = /\b(?:1[89]|20)\d{2}\b(?!.*\b(?:1[89]|20)\d{2}\b)/.exec(
    first.slice(quantity.end),
  )?.[0]
  return {
    start: value.start,
    end,
    text: first,
    quantity,
    unit: first.slice(quantity.end).split(UNIT_END, 1)[0]?.trim() ?? '',
    ...(year !== undefined && { year: Number(year) }),
  }
}

/** Long values are cut between words, so that a table stays a table. */
function cut(value: string): number {
  if (value.length <= MOST_CHARACTERS) return value.length
  const space = value.lastIndexOf(' ', MOST_CHARACTERS)
  return space > 0 ? space : MOST_CHARACTERS
}
