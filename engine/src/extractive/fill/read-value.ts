import { askedName, askedStems, type Property } from '../../shape/property.ts'
import { chooseValue, readTruth } from '../../shape/prove-choice.ts'
import { datesIn } from '../../shape/prove-date.ts'
import { type FigureIn, figuresIn, fitsUnit } from '../../shape/prove-number.ts'
import { allowedValues, type Branch, textOf } from '../../shape/read-schema.ts'
import { hasFormat } from '../../shape/validate-content.ts'
import { dates } from '../../text/lex/dates.ts'
import type { Span } from '../../text/span.ts'
import { words } from '../../text/words.ts'
import { boundOf } from '../../verify/wrong-figures.ts'
import type { Candidate } from './ask-property.ts'

export interface Wanted {
  readonly type: string
  readonly branch: Branch
  readonly property: Property
}

export interface ReadValue {
  readonly value: string | number | boolean
  /** The quote, as far as it is needed for the value. */
  readonly quote: Span
}

const OPENING =
  /^(?:\W{0,3}|(?:about|around|approximately|approx\.?|some|an estimated|a total of)\s+)$/i
const YEAR = /^[12]\d{3}$/
const RANGE = /^\s*(?:[-–]|to)\s*\d/

/** Reads a candidate's answer as a value of the type; undefined if it is none, or not the only one. */
export function readValue(candidate: Candidate, wanted: Wanted): ReadValue | undefined {
  const { type, branch, property } = wanted
  const { passage, label, figure } = candidate
  if (figure) return readFigure(candidate, wanted)
  const quote = shortened(candidate)
  const text = passage.text.slice(quote.start, quote.end)
  const answer = answerIn(candidate, quote)
  const said = text.slice(answer.start, answer.end)
  const language = passage.language ?? 'en'
  const allowed = allowedValues(branch)
  const given = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? { value, quote }
      : undefined
  if (type === 'boolean') {
    const stated = label === undefined ? text : `${label}: ${said}`
    const names = [askedName(property), property.gist].filter(name => name !== '')
    return given(names.map(name => readTruth(stated, name)).find(one => one !== undefined))
  }
  if (allowed) return given(chooseValue(allowed, said))
  if (type === 'number' || type === 'integer') {
    if (YEAR.test(said) && property.unit.measures.size === 0) return given(Number(said))
    const number =
      label === undefined ? numberIn(text, answer, wanted) : leading(text, answer, wanted)
    return number && given(fitting(number.value, wanted))
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
function leading(text: string, answer: Span, wanted: Wanted): FigureIn | undefined {
  const figures = plain(text, wanted).filter(({ start }) => start >= answer.start)
  if (wanted.property.unit.isYear) return only(figures)
  const [first] = figures
  return first && OPENING.test(text.slice(answer.start, first.start)) ? first : undefined
}

/** The figure in the phrase that answers, or the only one of the sentence. */
function numberIn(text: string, phrase: Span, wanted: Wanted): FigureIn | undefined {
  const figures = plain(text, wanted)
  const within = figures.filter(({ start, end }) => start < phrase.end && phrase.start < end)
  const found = within.length > 0 ? within : figures
  const asked = new Set(askedStems(askedName(wanted.property)))
  // Of "84 papers and three books", a property called papers means the first.
  const counting = found.filter(({ end }) => asked.has(words(text.slice(end))[0]?.stem ?? ''))
  return only(found) ?? only(counting)
}

function only(figures: readonly FigureIn[]): FigureIn | undefined {
  return new Set(figures.map(({ value }) => value)).size === 1 ? figures[0] : undefined
}

/** The numbers in the wanted unit that are neither bounds nor ranges nor parts of dates. */
function plain(text: string, { property: { unit } }: Wanted): FigureIn[] {
  const days = dates(text)
  const isDate = ({ start, end }: Span) =>
    YEAR.test(text.slice(start, end)) || days.some(one => one.start < end && start < one.end)
  return figuresIn(text, 'en').filter(
    figure =>
      fitsUnit(figure, unit) &&
      (unit.isYear || !isDate(figure)) &&
      boundOf(text, figure) === undefined &&
      !RANGE.test(text.slice(figure.end)),
  )
}

function fitting(value: number, { type, property: { unit } }: Wanted): number | undefined {
  const scaled = Number((value / unit.scale).toPrecision(15))
  return type === 'integer' && !Number.isSafeInteger(scaled) ? undefined : scaled
}

function readFigure({ figure, quote }: Candidate, wanted: Wanted): ReadValue | undefined {
  const { type, property } = wanted
  if (!figure || (type !== 'number' && type !== 'integer')) return undefined
  const { measures } = property.unit
  if (measures.size > 0 && measures.has('percent') !== figure.isPercent) return undefined
  const value = fitting(figure.value, wanted)
  return value === undefined ? undefined : { value, quote }
}

function isDay(date: string): boolean {
  return date.length === 'YYYY-MM-DD'.length
}
