import { cellNumber } from '../tables/cell-number.ts'
import type { TableAnswer } from '../tables/table-answer.ts'
import { leadingValue } from '../text/leading-value.ts'
import { type Quantity, quantities } from '../text/quantities.ts'
import { measuresAfter } from '../verify/measures.ts'
import { clashes, dimensionsAt } from './dimension.ts'
import type { FoundFigure, FoundText } from './found-text.ts'
import { type MeasureWish, unitOf } from './measure-wish.ts'
import { SMALL_NUMBERS } from './small-numbers.ts'

export interface ReadNumber {
  readonly number: number
  /** How far the quote must go to hold it. */
  readonly end?: number
}

const YEAR = /(?<![\d.,])(?:1\d{3}|20\d{2})(?![\d%]|[.,]\d)/g
const MONTH = /^(?:st|nd|rd|th)?[\s.-]*(?:of )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/
const BOUND =
  /(?:\b(?:less|more|fewer|greater|smaller|larger|higher|lower) than|\b(?:under|over|at (?:least|most)|up to|below|above|almost|nearly)|[<>≤≥])\s*\D{0,2}$/i
const OPENING =
  /^(?:about|around|approximately|approx\.?|some|an estimated|a total of|total:?)\s+$/i
const SCALES = { '': 1, percent: 1, thousand: 1e3, million: 1e6, billion: 1e9 } as const

/** The one number that a field, a sentence or a table gives; undefined when there is none or a choice. */
export function readNumber(
  found: FoundText | FoundFigure,
  wish: MeasureWish,
): ReadNumber | undefined {
  if (found.kind === 'figure') return figure(found.answer, wish)
  const text = found.passage.text
  const read = wish.isYear ? yearIn(text, found) : amountIn(text, found, wish)
  return read && { ...read, number: exact(read.number / (wish.isYear ? 1 : wish.scale)) }
}

function amountIn(text: string, found: FoundText, wish: MeasureWish): ReadNumber | undefined {
  if (found.kind === 'field') {
    const lead = leadingValue(text, found.value)
    const chosen = lead.quantity ?? afterOpening(lead.text)
    if (!chosen || !isPlain(lead.text, chosen) || !fitsUnit(lead.text, chosen, wish))
      return undefined
    return { number: exact(chosen.value), end: lead.end }
  }
  const { start, end } = found.phrase ?? found.value
  const said = text.slice(start, end)
  const chosen = onlyOne(said)
  if (chosen) {
    // What bounds a number or counts it stands around the phrase.
    const sentence = text.slice(found.span.start, found.span.end)
    const offset = start - found.span.start
    const placed = { ...chosen, start: chosen.start + offset, end: chosen.end + offset }
    return isPlain(sentence, placed) && fitsUnit(sentence, placed, wish)
      ? { number: exact(chosen.value) }
      : undefined
  }
  const word = SMALL_NUMBERS.indexOf(said.trim().toLowerCase())
  return word === -1 ? undefined : { number: word }
}

/** Further on in a field, a number is of something else. */
function afterOpening(text: string): Quantity | undefined {
  const [first] = quantities(text)
  return first && OPENING.test(text.slice(0, first.start)) ? first : undefined
}

/** The number outside parentheses that is no year, if there is just one. */
function onlyOne(text: string): Quantity | undefined {
  const outside = text.replace(/\([^()]*\)/g, inner => ' '.repeat(inner.length))
  const all = quantities(outside)
  const amounts = all.filter(
    ({ start, end }) => !/^(?:1\d{3}|20\d{2})$/.test(text.slice(start, end)),
  )
  return amounts.length === 1 ? amounts[0] : undefined
}

/** Neither a day of a month, nor an end of a range, nor a bound. */
function isPlain(text: string, { start, end }: Quantity): boolean {
  const after = text.slice(end)
  return (
    !MONTH.test(after.trimStart()) &&
    !/^\s*(?:[-–]|to)\s*\d/.test(after) &&
    !BOUND.test(text.slice(0, start))
  )
}

function fitsUnit(text: string, quantity: Quantity, { unit, dimension }: MeasureWish): boolean {
  if (unit === undefined) return !clashes(dimension, dimensionsAt(text, quantity))
  const written = text.slice(quantity.start, quantity.end + 24)
  const own = quantity.unit === 'percent' ? 'percent' : unitOf(written.split(/[;(]/)[0] ?? '')
  return own === undefined ? unit !== 'percent' || quantity.unit === 'none' : own === unit
}

function yearIn(text: string, found: FoundText): ReadNumber | undefined {
  const { start, end } = found.phrase ?? found.value
  const said = text.slice(start, end)
  const lead = found.kind === 'field' ? (said.split(/;\s/)[0] ?? said) : said
  const written = [...lead.matchAll(YEAR)].filter(
    ({ 0: { length }, index }) => measuresAfter(lead.slice(index + length)).size === 0,
  )
  const years = [...new Set(written.map(([year]) => year))]
  return years.length === 1 ? { number: Number(years[0]), end: start + lead.length } : undefined
}

function figure(answer: TableAnswer, wish: MeasureWish): ReadNumber | undefined {
  const { number, values, scale } = answer
  const [only] = values.length === 1 ? values : []
  const value = number ?? (only && cellNumber(only.text)?.value)
  if (value === undefined) return undefined
  if (wish.unit !== undefined && (wish.unit === 'percent') !== (scale === 'percent'))
    return undefined
  return { number: exact((value * SCALES[scale]) / wish.scale) }
}

/** Without the noise that binary fractions add. */
function exact(value: number): number {
  return Number(value.toPrecision(15))
}
