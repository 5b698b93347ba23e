import type { JsonObject } from '@footnote/contract/json-object'
import { rephrase } from '../plan/rephrase.ts'
import { nameSpans } from '../text/find-names.ts'
import { leadingValue } from '../text/leading-value.ts'
import type { Span } from '../text/span.ts'
import { words } from '../text/words.ts'
import { chooseValue } from './choose-value.ts'
import { dateSpans } from './date-spans.ts'
import type { Filled } from './filling.ts'
import { hasFormat } from './formats.ts'
import { citeOf, type Found, type FoundText } from './found-text.ts'
import { headOfSeries } from './head-of-series.ts'
import { measureWish } from './measure-wish.ts'
import { withUnit } from './number-spans.ts'
import { phraseOfKind } from './phrase-of-kind.ts'
import { allStems, strongStems } from './property-words.ts'
import { readDate } from './read-date.ts'
import { readNumber } from './read-number.ts'
import { textOf } from './read-schema.ts'
import { readTruth } from './read-truth.ts'
import { type ValueKind, valueKind } from './value-kind.ts'

export interface TypedOptions {
  readonly type: string
  readonly schema: JsonObject
  /** The property's name in words, with those around it. */
  readonly name: string
  readonly description: string
  /** What the question and its subject are called; to repeat it is no answer. */
  readonly known: string
}

/** What was found as a value of the type; undefined where it is none. */
export function typedValue(found: Found, options: TypedOptions): Filled | undefined {
  const { type, schema, name, description } = options
  const allowed = schema['enum']
  if (Array.isArray(allowed)) return oneOf(allowed, found)
  const format = textOf(schema['format'])
  switch (type) {
    case 'number':
    case 'integer': {
      const kind = valueKind(name, format) ?? 'number'
      const read = readNumber(narrowed(found, kind, options), measureWish(name, description))
      if (!read || (type === 'integer' && !Number.isSafeInteger(read.number))) return undefined
      return { value: read.number, cites: [citeOf(found, read)] }
    }
    case 'boolean': {
      const value = found.kind === 'figure' ? undefined : readTruth(found, name)
      return value === undefined ? undefined : { value, cites: [citeOf(found)] }
    }
    case 'string':
      return text(found, { ...options, format, kind: valueKind(name, format) })
    default:
      return undefined
  }
}

/** Prose with the phrase of the kind as what answers; as it was where there is none. */
function narrowed<Any extends Found>(
  found: Any,
  kind: ValueKind,
  { name, known }: TypedOptions,
): Any {
  if (found.kind !== 'prose') return found
  const { passage, span } = found
  const asked = [...strongStems(name), ...strongStems(rephrase(name))]
  const phrase = phraseOfKind(passage.text.slice(span.start, span.end), {
    kind,
    asked,
    known: new Set([...allStems(known), ...asked]),
  })
  return phrase
    ? { ...found, phrase: { start: span.start + phrase.start, end: span.start + phrase.end } }
    : found
}

function oneOf(allowed: readonly unknown[], found: Found): Filled | undefined {
  const value = chooseValue(allowed, found.kind === 'figure' ? figureText(found) : said(found))
  return value === undefined ? undefined : { value, cites: [citeOf(found)] }
}

interface TextOptions extends TypedOptions {
  readonly format: string
  readonly kind: ValueKind | undefined
}

function text(found: Found, options: TextOptions): Filled | undefined {
  const { format, kind } = options
  const { value, end } =
    found.kind === 'figure' ? { value: figureText(found) } : wording(found, options)
  if (kind && !isOfKind(value, kind)) return undefined
  const wanted = format === 'date' ? readDate(value) : value
  if (wanted === undefined || wanted === '' || !hasFormat(wanted, format)) return undefined
  return { value: wanted, cites: [citeOf(found, end === undefined ? {} : { end })] }
}

function isOfKind(value: string, kind: ValueKind): boolean {
  if (kind === 'date') return dateSpans(value).length > 0 || readDate(value) !== undefined
  if (kind === 'person') return nameSpans(value, words(value)).length > 0
  return /\d/.test(value)
}

function wording(found: FoundText, options: TextOptions): { value: string; end?: number } {
  const source = found.passage.text
  return found.kind === 'field'
    ? fieldWording(source, found.value, options.kind)
    : { value: proseWording(source, found, options) }
}

function fieldWording(
  source: string,
  field: Span,
  kind: ValueKind | undefined,
): { value: string; end: number } {
  const lead = leadingValue(source, field)
  // Only figures have older ones behind them; other values are wanted whole.
  const { start, end } = lead.quantity ? lead : field
  const value = source.slice(start, end)
  if (kind === 'date') {
    const [date] = dateSpans(value)
    if (date?.start === 0) return { value: value.slice(0, date.end), end }
  }
  const head = headOfSeries(value, { withFigure: kind !== undefined })
  if (head) return { value: head.text, end: start + head.end }
  const plain = value.replace(/;?\s+note\s*[-:].*$/i, '').trim()
  return { value: plain === '' ? value.trim() : plain, end }
}

function proseWording(source: string, found: FoundText, options: TextOptions): string {
  const { kind, known } = options
  if (!kind) {
    const { start, end } = found.phrase ?? found.span
    const phrase = source.slice(start, end)
    const repeated = new Set(allStems(known))
    const isNew = allStems(phrase).some(stem => !repeated.has(stem))
    return isNew ? phrase : source.slice(found.span.start, found.span.end)
  }
  const { phrase: _, ...rest } = found
  const { phrase } = narrowed<FoundText>(rest, kind, options)
  if (!phrase) return ''
  const { start, end } = kind === 'date' || kind === 'person' ? phrase : withUnit(source, phrase)
  return source.slice(start, end)
}

/** All of a field's value, or the phrase of a sentence that answers. */
function said({ passage, phrase, value }: FoundText): string {
  const { start, end } = phrase ?? value
  return passage.text.slice(start, end)
}

function figureText({ answer }: Extract<Found, { kind: 'figure' }>): string {
  const { number, values, scale, decimals } = answer
  const written =
    number?.toLocaleString('en-US', { maximumFractionDigits: Math.max(0, decimals) }) ??
    values.map(({ text: value }) => value).join('; ')
  if (scale === '') return written
  if (scale === 'percent') return written.includes('%') ? written : `${written}%`
  return `${written} ${scale}`
}
