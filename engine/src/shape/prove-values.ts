import type { Evidence } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { CitedSource, FieldSources } from '../research.ts'
import { type DateParts, dates, isIsoDate as isDay } from '../text/lex/dates.ts'
import { type Figure, numbers, plainDigits } from '../text/lex/numbers.ts'
import { statedScale } from '../text/lex/units.ts'
import { words } from '../text/words.ts'
import { isComputed } from '../verify/check-figures.ts'
import { figureKey } from '../verify/figure-source.ts'
import { saysLess } from '../verify/wrong-figures.ts'
import { askedStems, type Unit, wordsOfName } from './property.ts'

const YEARS = /(?<![\d.,])[12]\d{3}(?!\d|[.,]\d)/g
const LAST_YEAR = 2_100
/** Whether a quote has the number with its sign, scale and unit, or a calculation gave it. */
export function proveNumber(value: number, unit: Unit, proof: Proof): boolean {
  if (!Number.isFinite(value)) return false
  if (unit.isYear && !isYear(value)) return false
  const { quotes, computed } = proof
  return (
    quotes.some(quote => isIn(quote, value, { unit, proof })) ||
    isComputed(
      { value: value * unit.scale, scale: unit.scale, decimals: decimalsOf(value) },
      computed.filter(one => Math.sign(one) === Math.sign(value)),
    )
  )
}

function isIn(
  quote: string,
  value: number,
  { unit, proof }: { unit: Unit; proof: Proof },
): boolean {
  const wanted = value * unit.scale
  const isRow = quote.includes('|')
  const scales = [1, ...(isRow ? [statedScale(proof.context)] : [])]
  return figuresIn(quote, proof.language).some(figure => {
    if (!fitsUnit(figure, unit)) return false
    const written = scales.map(scale => figure.value * scale)
    const isPart = figure.measures.has('percent') && !unit.measures.has('percent')
    const all = [...written, ...(isPart ? [figure.value / 100] : [])]
    // A bare cell may be counted in something that is stated where nobody quoted it.
    if (isRow && unit.scale !== 1) all.push(figure.value * unit.scale)
    const mayTurn = value < 0 ? saysLess(quote, proof.language) : unit.isLoss
    return all.some(
      one =>
        figureKey(one) === figureKey(wanted) && (mayTurn || Math.sign(one) === Math.sign(wanted)),
    )
  })
}

/** A number of a text. */
export type FigureIn = Pick<Figure, 'start' | 'end' | 'value' | 'measures'>

/** The numbers of a text, and years that are joined to letters, as in FY2016. */
export function figuresIn(text: string, language: string): FigureIn[] {
  const plain = plainDigits(text)
  const years = Array.from(plain.matchAll(YEARS), ({ 0: year, index }) => ({
    start: index,
    end: index + year.length,
    value: Number(year),
    measures: new Set<string>(),
  }))
  return [...numbers(plain, language).filter(one => !one.isPartOfWord), ...years]
}

/** Whether a number can be what the property counts in; a number without a unit can be anything. */
export function fitsUnit({ value, measures }: FigureIn, unit: Unit): boolean {
  if (unit.isYear) return measures.size === 0 && isYear(value)
  if (unit.measures.size === 0 || measures.size === 0) return true
  return !unit.measures.isDisjointFrom(measures)
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1_000 && value <= LAST_YEAR
}

const ISO = /^(\d{4}-\d{2})(-\d{2})?(?:T(\d{2}:\d{2})(?::\d{2}.*)?)?$/i
/** Names of properties that ask for the date of the source itself. */
const OF_SOURCE = /\b(?:publi\w+|posted|issued|sources?|articles?|as of|updated)\b/

/** Whether a text is a month, a day or a time as ISO 8601 writes it. */
export function isIsoDate(text: string): boolean {
  const [, month, day = '-01'] = ISO.exec(text) ?? []
  return month !== undefined && isDay(`${month}${day}`)
}

/** Whether a quote has the date; `name` is the property's in words. */
export function proveDate(
  text: string,
  name: string,
  { quotes, evidence, language }: Proof,
): boolean {
  if (!isIsoDate(text)) return false
  const [, month = '', day = '', time = '00:00'] = ISO.exec(text) ?? []
  const isSame = (date: string) => date.startsWith(month + day)
  const isTold = (quote: string) => time === '00:00' || quote.includes(time)
  const isOfSource = OF_SOURCE.test(name) && time === '00:00'
  return (
    quotes.some(quote => isTold(quote) && datesIn(quote, language).some(isSame)) ||
    (isOfSource && evidence.some(({ passage }) => isSame(passage.publishedOn ?? '')))
  )
}

/** The dates of a text as YYYY-MM or YYYY-MM-DD. Two are given if day and month may be either way round. */
export function datesIn(text: string, language: string): string[] {
  return dates(text, language).flatMap(({ readings }) => readings.flatMap(written))
}

function written({ year, month, day }: DateParts): string[] {
  if (year === undefined) return []
  const parts = [String(year).padStart(4, '0'), month, ...(day === undefined ? [] : [day])]
  return [parts.map(part => String(part).padStart(2, '0')).join('-')]
}

const MOST_VALUES = 2_000
const NEGATION = /\b(?:not|no|never|without|neither|nor|non)\W+(?:\w+\W+){0,2}$/i
const NEGATED = /^(?:not|non|no|never)$/
const FIELD = /^([\p{L}\p{N}][^:|.!?\n]{0,119}):\s+(?=\S)/u
const MOST_CHARACTERS = 2_000

/** The one of the allowed values that a text names; undefined if it names none or several. */
export function chooseValue(allowed: readonly unknown[], text: string): unknown {
  const read = words(text)
  const stems = read.map(({ stem }) => stem)
  const found = allowed.slice(0, MOST_VALUES).flatMap(value => {
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const wanted = words(wordsOfName(String(value))).map(({ stem }) => stem)
    const from = placeOf(wanted, stems)
    if (from === -1 || NEGATION.test(text.slice(0, read[from]?.start))) return []
    return [{ value, from, to: from + wanted.length }]
  })
  // "Federal republic" is not also "republic".
  const whole = found.filter(
    one =>
      !found.some(
        two => two.from <= one.from && one.to <= two.to && two.to - two.from > one.to - one.from,
      ),
  )
  return whole.length === 1 ? whole[0]?.value : undefined
}

function placeOf(wanted: readonly string[], stems: readonly string[]): number {
  if (wanted.length === 0) return -1
  return stems.findIndex((_, at) => wanted.every((stem, index) => stems[at + index] === stem))
}

/**
 * Whether a field states outright that something is so, or that it is not: by its first word if it has
 * that label, or by a remark such as `(landlocked)`. Silence is neither.
 */
export function readTruth(quote: string, asked: string): boolean | undefined {
  const stems = new Set(askedStems(asked))
  const [lead = '', label] = FIELD.exec(quote) ?? []
  const value = quote.slice(lead.length, lead.length + MOST_CHARACTERS)
  if (label !== undefined && stems.isSubsetOf(new Set(askedStems(label)))) {
    const [, yes, no] = /^(?:(yes|true)|(no|false))\b/i.exec(value) ?? []
    if (yes !== undefined || no !== undefined) return yes !== undefined
  }
  const said = label === undefined ? [] : value.split(/[;,()]|\s[-–—]\s|\.\s/)
  const answers = new Set(said.flatMap(segment => isSaid(segment, stems) ?? []))
  return answers.size === 1 ? [...answers][0] : undefined
}

function isSaid(segment: string, asked: ReadonlySet<string>): boolean | undefined {
  const all = words(segment)
  const isNegated = NEGATED.test(all[0]?.folded ?? '')
  const stems = new Set((isNegated ? all.slice(1) : all).map(({ stem }) => stem))
  const isExact = stems.size === asked.size && stems.isSubsetOf(asked)
  return asked.size > 0 && isExact ? !isNegated : undefined
}

/** Source text that a value can rest on, under the ID by which a model names it. */
export interface Proof {
  readonly id: string
  readonly evidence: readonly Evidence[]
  /** Texts that state the value. */
  readonly quotes: readonly string[]
  /** Titles, headings and the head of the table, which may name the subject and the scale. */
  readonly context: string
  /** Results of calculations, which no quote contains. */
  readonly computed: readonly number[]
  readonly language: string
}

const MOST_PROOFS = 2_000
const LONGEST_QUOTE = 6_000

/** Quotes of the ledger as `E<id>`, after sentences that code calculated as `F<n>`. */
export function proofsOf(
  entries: readonly Evidence[],
  calculated: readonly Pick<Statement, 'text' | 'evidence' | 'computed'>[] = [],
): Proof[] {
  const figures = calculated.flatMap(({ text, evidence, computed = [] }, at) =>
    evidence.length === 0
      ? []
      : [proofOf(`F${at + 1}`, evidence, [text, ...evidence.map(({ quote }) => quote)], computed)],
  )
  const quotes = entries.map(entry => proofOf(`E${entry.id}`, [entry], [entry.quote]))
  return [...figures, ...quotes].slice(0, MOST_PROOFS)
}

function proofOf(
  id: string,
  evidence: readonly Evidence[],
  quotes: readonly string[],
  computed: readonly number[] = [],
): Proof {
  return {
    id,
    evidence,
    quotes: quotes.map(quote => quote.slice(0, LONGEST_QUOTE)),
    context: contextOf(evidence.map(({ passage }) => passage)),
    computed,
    language: evidence[0]?.passage.language ?? 'en',
  }
}

/** Titles, headings and heads of tables, which may name the subject and the scale. */
export function contextOf(passages: readonly Evidence['passage'][]): string {
  const above = passages.flatMap(({ title, headings, tableHeader = '' }) => [
    title,
    ...headings,
    tableHeader,
  ])
  return [...new Set(above)].filter(Boolean).join(' | ')
}

/** The evidence of a single value of an object. */
export interface FieldEvidence {
  /** JSON Pointer of the value in the object. */
  readonly pointer: string
  readonly evidence: readonly Evidence[]
}

/** Replaces the evidence of each value by the numbers of its sources and its quotes. */
export function fieldSources(
  fields: readonly FieldEvidence[],
  sources: readonly CitedSource[],
): FieldSources[] {
  const numbers = new Map(sources.map(({ url }, at) => [url, at + 1]))
  return fields.flatMap(({ pointer, evidence }) => {
    const cited = evidence.flatMap(({ passage, quote }) => {
      const number = numbers.get(passage.url)
      return number === undefined ? [] : [{ number, quote }]
    })
    if (cited.length === 0) return []
    const own = new Set(cited.map(({ number }) => number))
    return [
      {
        pointer,
        sources: [...own].sort((one, other) => one - other),
        quotes: [...new Set(cited.map(({ quote }) => quote))],
      },
    ]
  })
}
