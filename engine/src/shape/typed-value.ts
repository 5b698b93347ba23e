import type { JsonObject } from '@footnote/contract/json-object'
import { leadingValue } from '../read/leading-value.ts'
import { chooseValue } from './choose-value.ts'
import type { Filled } from './filling.ts'
import { hasFormat } from './formats.ts'
import { citeOf, type Found, type FoundText } from './found-text.ts'
import { measureWish } from './measure-wish.ts'
import { readDate } from './read-date.ts'
import { readNumber } from './read-number.ts'
import { textOf } from './read-schema.ts'

export interface TypedOptions {
  readonly type: string
  readonly schema: JsonObject
  /** The property's name in words, with those around it. */
  readonly name: string
  readonly description: string
}

/** What was found as a value of the type; undefined where it is none. */
export function typedValue(found: Found, options: TypedOptions): Filled | undefined {
  const { type, schema, name, description } = options
  const allowed = schema['enum']
  if (Array.isArray(allowed)) return oneOf(allowed, found)
  switch (type) {
    case 'number':
    case 'integer': {
      const read = readNumber(found, measureWish(name, description))
      if (!read || (type === 'integer' && !Number.isSafeInteger(read.number))) return undefined
      return { value: read.number, cites: [citeOf(found, read)] }
    }
    case 'boolean':
      return found.kind === 'figure' ? undefined : truth(found)
    case 'string':
      return text(found, textOf(schema['format']))
    default:
      return undefined
  }
}

function oneOf(allowed: readonly unknown[], found: Found): Filled | undefined {
  const value = chooseValue(allowed, found.kind === 'figure' ? figureText(found) : said(found))
  return value === undefined ? undefined : { value, cites: [citeOf(found)] }
}

/** Only what says so in its first word: a sentence is not asked whether it agrees. */
function truth(found: FoundText): Filled | undefined {
  const [, yes, no] = /^(?:(yes|true)|(no|false))\b/i.exec(said(found)) ?? []
  return yes === undefined && no === undefined
    ? undefined
    : { value: yes !== undefined, cites: [citeOf(found)] }
}

function text(found: Found, format: string): Filled | undefined {
  const { value, end } = found.kind === 'figure' ? { value: figureText(found) } : wording(found)
  const wanted = format === 'date' ? readDate(value) : value
  if (wanted === undefined || wanted === '' || !hasFormat(wanted, format)) return undefined
  return { value: wanted, cites: [citeOf(found, end === undefined ? {} : { end })] }
}

function wording(found: FoundText): { value: string; end?: number } {
  const source = found.passage.text
  if (found.kind === 'field') {
    const lead = leadingValue(source, found.value)
    // Only figures have older ones behind them; other values are wanted whole.
    const { start, end } = lead.quantity ? lead : found.value
    const value = source.slice(start, end)
    const plain = value.replace(/;?\s+note\s*[-:].*$/i, '').trim()
    return plain === '' ? { value: value.trim(), end } : { value: plain, end }
  }
  const { start, end } = found.phrase ?? found.span
  return { value: source.slice(start, end) }
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
