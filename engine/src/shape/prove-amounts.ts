import { type Quantity, quantities } from '../text/quantities.ts'
import { knownNumbers } from '../verify/known-numbers.ts'
import { type Dimension, dimensionsAt } from './dimension.ts'
import { unitOf } from './measure-wish.ts'
import { SMALL_NUMBERS } from './small-numbers.ts'

/** A number of a quote, as it can be meant. */
export interface Amount {
  /** Without its sign: as written, and in the scales that the head of its table names. */
  readonly values: readonly number[]
  readonly sign: 'plus' | 'minus' | 'either'
  readonly isPercent: boolean
  /** Whether it is a bare number in a row of a table, whose scale may stand where nobody quoted it. */
  readonly isCell: boolean
  readonly unit?: string
  readonly dimensions: ReadonlySet<Dimension>
}

const UNIT_CHARACTERS = 24
const WORD = new RegExp(`\\b(?:${SMALL_NUMBERS.join('|')})\\b`, 'gi')

/** The numbers that a quote gives; the context is what stands above it. */
export function readAmounts(quote: string, context: readonly string[]): Amount[] {
  const { scales } = knownNumbers([quote, ...context].join(' | '))
  const plain = plainNumbers(quote)
  const texts = plain === quote ? [quote] : [quote, plain]
  const written = texts.flatMap(text => quantities(text).map(one => amountOf(text, one, scales)))
  const spelled = Array.from(quote.matchAll(WORD), ({ 0: word, index }) => ({
    dimensions: dimensionsAt(quote, { start: index, end: index + word.length }),
    values: [SMALL_NUMBERS.indexOf(word.toLowerCase())],
    sign: 'plus' as const,
    isPercent: false,
    isCell: false,
  }))
  return [...written, ...years(quote), ...spelled]
}

function amountOf(text: string, quantity: Quantity, scales: readonly number[]): Amount {
  const { start, end, value, scale } = quantity
  const isPercent = quantity.unit === 'percent'
  const magnitude = Math.abs(value)
  const around = text.slice(start, end + UNIT_CHARACTERS).split(/[;(|]/)[0] ?? ''
  const unit = isPercent ? 'percent' : unitOf(around)
  const isBare = scale === 1 && !isPercent
  return {
    values: [magnitude, ...(isBare ? scales.map(head => magnitude * head) : [])],
    sign: value < 0 ? signOf(text.slice(start, end)) : 'plus',
    isPercent,
    isCell: isBare && text.includes('|'),
    dimensions: dimensionsAt(text, quantity),
    ...(unit !== undefined && { unit }),
  }
}

/** A dash may stand before a number, and a year in parentheses, without making it less than zero. */
function signOf(written: string): Amount['sign'] {
  if (/^[-−–]\s/.test(written) || /^\(\s*[12]\d{3}\s*\)$/.test(written)) return 'either'
  return 'minus'
}

/** Years that are joined to letters or dashes, as in FY2016. */
function years(text: string): Amount[] {
  const found = Array.from(
    text.matchAll(/(?<![\d.,])[12]\d{3}(?![\d]|[.,]\d)/g),
    ({ 0: year, index }): Amount => ({
      values: [Number(year)],
      sign: 'plus',
      isPercent: false,
      isCell: false,
      dimensions: dimensionsAt(text, { start: index, end: index + year.length }),
    }),
  )
  return found.filter(({ dimensions }) => dimensions.size === 0)
}

const FOREIGN_SCALES = [
  {
    words:
      /(\d)\s?(?:Mrd\.?|Milliarden?|milliards?|miliard[io]|mil mil(?:lones|hões)|miljard(?:er)?)(?!\p{L})/giu,
    scale: '$1 billion',
  },
  {
    words:
      /(\d)\s?(?:Mio\.?|Millionen|mill(?:ones|ón)|milion[ei]|milh(?:ões|ão)|miljoe?n|miljoner)(?!\p{L})/giu,
    scale: '$1 million',
  },
]

/** A text with the numbers as English writes them, where they can only be meant in one way. */
export function plainNumbers(text: string): string {
  const digits = text
    .replace(/(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![\d.])/g, number => number.replaceAll('.', ''))
    .replace(/(?<![\d.,])\d{1,3}(?:[\u00a0\u202f\u2009 ’']\d{3})+(?!\d)/g, number =>
      number.replace(/\D/g, ''),
    )
    .replace(/(?<![\d,])(\d+),(\d{1,2})(?![\d,])/g, '$1.$2')
  return FOREIGN_SCALES.reduce((all, { words, scale }) => all.replace(words, scale), digits)
}
