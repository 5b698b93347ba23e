import type { HeldValue } from '../../evidence/finding.ts'
import type { Ledger } from '../../evidence/ledger.ts'
import type { MaybeFilled } from '../../shape/fill-parts.ts'
import { askedName, askedStems, type Property } from '../../shape/property.ts'
import {
  chooseValue,
  datesIn,
  type FigureIn,
  figuresIn,
  fitsUnit,
  readTruth,
} from '../../shape/prove-values.ts'
import { allowedValues, type Branch, textOf } from '../../shape/schema.ts'
import { hasFormat } from '../../shape/validate.ts'
import { dates } from '../../text/lex/dates.ts'
import { quantities } from '../../text/lex/numbers.ts'
import { measureOf } from '../../text/lex/units.ts'
import { trim } from '../../text/sentences.ts'
import type { Span } from '../../text/span.ts'
import { words } from '../../text/words.ts'
import { boundOf } from '../../verify/wrong-figures.ts'
import type { Candidate } from './ask-property.ts'

export interface Wanted {
  readonly type: string
  readonly branch: Branch
  readonly property: Property
}

const OPENING =
  /^(?:\W{0,3}|(?:about|around|approximately|approx\.?|some|an estimated|a total of)\s+)$/i
const YEAR = /^[12]\d{3}$/
const PERCENT = /%|\bper ?cent/i
/** A share of GDP is not the amount that a name without a unit may mean. */
const OF_WHOLE = /^\s*%?\s*\(?of\b/
const RANGE = /^\s*(?:[-–]|to)\s*\d/

/** Reads a number of the collections, in the unit and scale of the property. */
export function readHeld(
  { number, unit = '', evidence }: HeldValue,
  { type, branch, property }: Wanted,
  at: string,
): MaybeFilled {
  if (number === undefined || allowedValues(branch)) return undefined
  const { measures, isYear, isLoss } = property.unit
  const [counted = '', of] = unit
    .toLowerCase()
    .trim()
    .split(/\/|(?<=%) of /)
  const own = measureOf(counted)
  if (isYear || (measures.size > 0 && measures.isDisjointFrom(own))) return undefined
  if (measures.size === 0 && counted === '%' && of !== undefined) return undefined
  // Of a loss, the sign is in the name.
  if (isLoss && number >= 0) return undefined
  const isQuotient = /^(?:percent|times|days)$/.test(unit)
  const exact = isQuotient ? Number(number.toFixed(2)) : number
  const value = fitting(isLoss ? -exact : exact, type, property)
  return value === undefined ? undefined : { value, fields: [{ pointer: at, evidence }] }
}

/** Reads a candidate's answer as a value of the type; undefined if it is none, or not the only one. */
export function readLeaf(
  ledger: Ledger,
  candidate: Candidate,
  { type, branch, property }: Wanted,
  at: string,
): MaybeFilled {
  const { passage, label } = candidate
  const quote = shortened(candidate)
  const text = passage.text.slice(quote.start, quote.end)
  const answer = answerIn(candidate, quote)
  const said = text.slice(answer.start, answer.end)
  const language = passage.language ?? 'en'
  const allowed = allowedValues(branch)
  const given = (value: unknown) =>
    value === undefined || value === null
      ? undefined
      : { value, fields: [{ pointer: at, evidence: [ledger.enter(passage, quote)] }] }
  if (type === 'boolean') {
    const stated = label === undefined ? text : `${label}: ${said}`
    const names = [askedName(property), property.gist].filter(name => name !== '')
    return given(names.map(name => readTruth(stated, name)).find(one => one !== undefined))
  }
  if (allowed) return given(chooseValue(allowed, said))
  if (type === 'number' || type === 'integer') {
    if (YEAR.test(said) && property.unit.measures.size === 0) return given(Number(said))
    const number =
      label === undefined ? numberIn(text, answer, property) : leading(text, answer, property)
    return number && given(fitting(number.value, type, property))
  }
  const format = textOf(branch['format'])
  if (format === 'date') {
    const days = [said, text].map(one => new Set(datesIn(one, language).filter(isDay)))
    const [only] = days.find(({ size }) => size > 0) ?? []
    return days.some(({ size }) => size === 1) ? given(only) : undefined
  }
  return said !== '' && hasFormat(said, format) ? given(said) : undefined
}

/** Of a field with figures of several years only the first is quoted; notes are left out. */
function shortened({ passage: { text }, quote, answer, label }: Candidate): Span {
  if (label === undefined) return quote
  const series = /;\s+(?=[$€£]?\d)/.exec(text.slice(answer.start, answer.end))
  return { start: quote.start, end: series ? answer.start + series.index : quote.end }
}

/** The answer relative to the quote. */
function answerIn({ answer, label, passage }: Candidate, quote: Span): Span {
  const start = answer.start - quote.start
  const end = Math.min(answer.end, quote.end) - quote.start
  if (label === undefined) return { start, end }
  const text = passage.text.slice(quote.start, quote.end)
  const note = /;?\s+note\s*[-:]/i.exec(text.slice(start, end))
  return { start, end: note && note.index > 0 ? start + note.index : end }
}

/** The figure that a field begins with; further on, a figure is of something else. */
function leading(text: string, answer: Span, property: Property): FigureIn | undefined {
  const figures = plain(text, property).filter(({ start }) => start >= answer.start)
  if (property.unit.isYear) return only(figures)
  const [first] = figures
  return first && OPENING.test(text.slice(answer.start, first.start)) ? first : undefined
}

/** The figure in the phrase that answers, or the only one of the sentence. */
function numberIn(text: string, phrase: Span, property: Property): FigureIn | undefined {
  const figures = plain(text, property)
  const within = figures.filter(({ start, end }) => start < phrase.end && phrase.start < end)
  const found = within.length > 0 ? within : figures
  const asked = new Set(askedStems(askedName(property)))
  // Of "84 papers and three books", a property called papers means the first.
  const counting = found.filter(({ end }) => asked.has(words(text.slice(end))[0]?.stem ?? ''))
  return only(found) ?? only(counting)
}

function only(figures: readonly FigureIn[]): FigureIn | undefined {
  return new Set(figures.map(({ value }) => value)).size === 1 ? figures[0] : undefined
}

/** The numbers in the wanted unit that are neither bounds nor ranges nor parts of dates. */
function plain(text: string, { name, unit }: Property): FigureIn[] {
  const days = dates(text)
  const isShare = unit.measures.has('percent') || /\b(?:rate|share|ratio)\b/.test(name)
  const isDate = ({ start, end }: Span) =>
    YEAR.test(text.slice(start, end)) || days.some(one => one.start < end && start < one.end)
  return figuresIn(text, 'en').filter(
    figure =>
      fitsUnit(figure, unit) &&
      (!unit.measures.has('percent') || figure.measures.size > 0 || PERCENT.test(text)) &&
      (unit.isYear || !isDate(figure)) &&
      boundOf(text, figure) === undefined &&
      !(OF_WHOLE.test(text.slice(figure.end)) && !isShare) &&
      !RANGE.test(text.slice(figure.end)),
  )
}

function fitting(value: number, type: string, { unit }: Property): number | undefined {
  const scaled = Number((value / unit.scale).toPrecision(15))
  return type === 'integer' && !Number.isSafeInteger(scaled) ? undefined : scaled
}

function isDay(date: string): boolean {
  return date.length === 'YYYY-MM-DD'.length
}

/** A member of a list: where its name is, and the figure behind it, as in `Burma 238 km`. */
export interface ListItem {
  readonly text: Span
  readonly figure?: Span
}

const MOST_ITEMS = 200
const LONGEST_ITEM = 80
const REST = /^(?:others?|unspecified|none|unknown|other or unspecified|and others)$/i
/** Words between a name and its figure: `Tolmish less than 1%`. */
const BEFORE_FIGURE =
  /(?:[\s:–-]|\b(?:(?:less|more|fewer|greater) than|about|approximately|around|nearly|almost|roughly|over|under|at least|at most|up to|estimated)|[<>≤≥~≈])+$/iu

/** Splits a value such as `Burma 238 km, Cambodia 555 km` into its members; undefined for prose. */
export function splitList(text: string, value: Span): ListItem[] | undefined {
  const pieces = piecesOf(text, value)
  const read = pieces.map(piece => readItem(text, piece))
  // If few have a figure, a number is part of a name: NSF 61.
  const hasFigures = read.filter(({ figure }) => figure).length * 2 >= read.length
  const items = read
    .map((item, at) => (hasFigures ? item : { text: withoutBracket(text, pieces[at] ?? value) }))
    .filter(({ text: { start, end } }) => end > start && !REST.test(text.slice(start, end)))
  const said = items.map(item => text.slice(item.text.start, item.text.end))
  // "9 departments; Beni, ..." counts what it then lists.
  const isCount = (name = '') => /^\d+\s\p{L}/u.test(name)
  const first = said.length > 2 && isCount(said[0]) && !said.slice(1).some(isCount) ? 1 : 0
  const isList = said.every(name => name.length <= LONGEST_ITEM && /\p{L}/u.test(name))
  return said.length > 0 && pieces.length <= MOST_ITEMS && isList ? items.slice(first) : undefined
}

/** Splits at commas and semicolons outside of brackets and numbers, and at "and" between names. */
function piecesOf(text: string, { start, end }: Span): Span[] {
  const [said = ''] = text.slice(start, end).split(/;?\s+note\s*[:-]/i)
  const pieces: Span[] = []
  let from = 0
  const separator = /(?:;|,(?!\d))(?![^()]*\))(?:\s+(?:and|or)\s)?|\s+and\s+(?=\p{Lu}[^,;]*$)/gu
  for (const { 0: sign, index } of said.matchAll(separator)) {
    // "Food and Drink" alone may be one thing, but not after a comma or between two names.
    if (sign.includes(' and ') && !/^\s*\p{Lu}/u.test(said.slice(from, index)) && from === 0)
      continue
    pieces.push({ start: start + from, end: start + index })
    from = index + sign.length
  }
  return [...pieces, { start: start + from, end: start + said.length }].map(one => trim(text, one))
}

function readItem(text: string, piece: Span): ListItem {
  const bare = text
    .slice(piece.start, piece.end)
    .replace(/\([^()]*\)/g, inner => ' '.repeat(inner.length))
  const [figure] = quantities(bare)
  if (!figure || figure.start === 0) return { text: withoutBracket(text, piece) }
  const name = bare.slice(0, figure.start).replace(BEFORE_FIGURE, '')
  return {
    text: withoutBracket(text, { start: piece.start, end: piece.start + name.length }),
    figure: { start: piece.start + figure.start, end: piece.start + figure.end },
  }
}

/** A name without a remark in brackets behind it, and without a full stop. */
function withoutBracket(text: string, { start, end }: Span): Span {
  const [name = ''] = text.slice(start, end).split(/\s*\(/)
  return trim(text, { start, end: start + name.replace(/\.$/, '').length })
}
