import type { Span } from '../text/span.ts'
import { baseOf } from './base-of.ts'
import { measuresAfter, measuresOf } from './measures.ts'
import { scaleAfter } from './scale-words.ts'
import { spelledNumbers } from './spelled-numbers.ts'

/** A number as a text in some language gives it. */
export interface Figure extends Span {
  readonly value: number
  /** What it is counted in, where that is said beside it; several where the word may mean them. */
  readonly measures: ReadonlySet<string>
  readonly isMinus: boolean
}

const GROUPED = "\\d{1,3}(?:[\\u00a0\\u202f\\u2009'’]\\d{3})+(?!\\d)(?:[.,]\\d+)?"
const SPACED = '\\d{1,3}(?: \\d{3})+(?!\\d)(?:,\\d+)?'
const BODIES = {
  '.': `${GROUPED}|\\d{1,3}(?:,\\d{2,3})*,\\d{3}(?!\\d)(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+`,
  ',': `${GROUPED}|${SPACED}|\\d{1,3}(?:\\.\\d{3})+(?!\\d)(?:,\\d+)?|\\d{1,3}(?:,\\d{3}){2,}(?!\\d)(?:\\.\\d+)?|\\d+(?:[.,]\\d+)?`,
}
type Decimal = keyof typeof BODIES
const MONEY =
  '(?:(?:US|A|C|NZ|HK|S)?\\$|[€£¥₹]|(?:USD|EUR|GBP|JPY|CHF|RMB|CNY|INR)(?=[\\s\\d]))\\s?'
const NUMBERS: Readonly<Record<Decimal, RegExp>> = {
  '.': numberLike('.'),
  ',': numberLike(','),
}
/** `$5m` is five millions and `5 m` five metres. */
const MONEY_SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }
const HAN_NUMBER = /[〇零一二三四五六七八九十百千万億亿兆]{2,}/gu
const HAN_DIGITS = '〇一二三四五六七八九'
const HAN_SIZES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1e3 }
const HAN_LARGE: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, 亿: 1e8, 兆: 1e12 }
const NONE: ReadonlySet<string> = new Set()

/** Where each script's digits begin. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0x0ed0, 0x1040, 0x17e0, 0xff10,
]

/** The same text with the digits of other scripts as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0) ?? 0
    const zero = ZEROS.find(first => first <= code && code < first + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}

/** The numbers of a text, read as its language writes them. Digits are expected to be plain. */
export function readFigures(text: string, language: string): Figure[] {
  const written = Array.from(text.matchAll(NUMBERS[decimalOf(language)]), match =>
    readFigure(text, match, language),
  ).filter(figure => !isPartOfWord(text, figure))
  const isFree = ({ start, end }: Span) =>
    !written.some(figure => figure.start < end && start < figure.end)
  const spelled = spelledNumbers(text, baseOf(language))
    .filter(isFree)
    .map(({ start, end, value, kind }) => ({
      start,
      end,
      value,
      measures: kind === 'number' ? measuresAfter(text.slice(end, end + 40)) : new Set([kind]),
      isMinus: false,
    }))
  return [...written, ...spelled, ...hanNumbers(text).filter(isFree)]
}

function readFigure(text: string, match: RegExpExecArray, language: string): Figure {
  const { 0: all, index, groups = {} } = match
  const body = groups['body'] ?? ''
  // Behind letters that make no currency of it, a sign is still one: "US€5" counts euros.
  const before = text[index - 1] ?? ''
  const money = groups['money']?.trim() ?? (/[$€£¥₹]/.test(before) ? before : '')
  const hasLoss = groups['open'] !== undefined && text[index + all.length] === ')'
  let end = index + all.length
  let { scale, length } = scaleAfter(text.slice(end, end + 24), baseOf(language))
  const letter = /^([kmbt])(?:n|io|rd)?(?![\p{L}\p{N}])/iu.exec(text.slice(end, end + 4))
  if (scale === 1 && money !== '' && letter) {
    scale = MONEY_SCALES[letter[1]?.toLowerCase() ?? ''] ?? 1
    length = letter[0].length
  }
  end += length
  let value = toNumber(body, decimalOf(language)) * scale
  // 3億5000万 is one number.
  const next =
    length > 0 && scale >= 1e4 ? /^(\d+)([万萬만])/u.exec(text.slice(end, end + 12)) : null
  if (next && scale > 1e4) {
    value += Number(next[1]) * 1e4
    end += next[0].length
  }
  const beside = measuresAfter(text.slice(end, end + 40))
  const paid = money === '' ? NONE : measuresOf(money.replace(/^(?:US|A|C|NZ|HK|S)(?=[$])/, ''))
  const isMinus = groups['sign'] !== undefined
  return {
    start: index + (groups['open']?.length ?? 0),
    end,
    value: isMinus || hasLoss ? -value : value,
    measures: paid.size > 0 ? paid : beside,
    isMinus,
  }
}

const LETTER = /^(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])/u
/** Endings that make a number the first or the tenth of something, a decade or a case of itself. */
const ENDING =
  /^(?:st|nd|rd|th|s|er|ers|erste?n?|ste|de|e|ème|ª|º|й|я|го|му|м|х|е|ти|ми)(?![\p{L}\p{N}])/iu

/** `74k` and `74O` are no 74. */
function isPartOfWord(text: string, { end, measures }: Figure): boolean {
  const rest = text.slice(end, end + 8)
  return LETTER.test(rest) && measures.size === 0 && !ENDING.test(rest)
}

/** A sign counts right before its number and not inside a range; digits inside a word are no number. */
function numberLike(decimal: Decimal): RegExp {
  return new RegExp(
    `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}.,])(?<open>\\()?(?<sign>(?<![\\p{L}\\p{N}])[-−–](?=[\\d$€£¥₹.]))?(?<money>${MONEY})?(?<body>${BODIES[decimal]})`,
    'gu',
  )
}

function toNumber(body: string, decimal: Decimal): number {
  const tight = body.replace(/[\s'’]/g, '')
  if (decimal === '.') return Number(tight.replaceAll(',', ''))
  if (/^\d{1,3}(?:,\d{3}){2,}/.test(tight)) return Number(tight.replaceAll(',', ''))
  // A point before three digits groups; any other one can only be a decimal point.
  const grouped = /^\d{1,3}(?:\.\d{3})+(?:,|$)/.test(tight) ? tight.replaceAll('.', '') : tight
  return Number(grouped.replace(',', '.'))
}

/** Whether a number of a text may be a year: one that counts nothing that is said beside it. */
export function isYear(text: string, { start, end, measures }: Figure): boolean {
  return measures.size === 0 && /^[12]\d{3}$/.test(text.slice(start, end))
}

const decimals = new Map<string, Decimal>()

function decimalOf(language: string): Decimal {
  const known = decimals.get(language)
  if (known) return known
  const decimal = findDecimal(language)
  if (decimals.size < 1_000) decimals.set(language, decimal)
  return decimal
}

function findDecimal(language: string): Decimal {
  try {
    const parts = new Intl.NumberFormat(language).formatToParts(1.5)
    return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
  } catch {
    return '.'
  }
}

function hanNumbers(text: string): Figure[] {
  return Array.from(text.matchAll(HAN_NUMBER), ({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
    value: hanValue(written),
    measures: measuresAfter(text.slice(index + written.length, index + written.length + 8)),
    isMinus: false,
  }))
}

function hanValue(written: string): number {
  const plain = written.replaceAll('零', '〇')
  if (/^[〇一二三四五六七八九]+$/.test(plain)) {
    return Number(Array.from(plain, sign => HAN_DIGITS.indexOf(sign)).join(''))
  }
  let whole = 0
  let part = 0
  let digit = 0
  for (const sign of plain) {
    const size = HAN_SIZES[sign]
    const large = HAN_LARGE[sign]
    if (size !== undefined) {
      part += Math.max(1, digit) * size
      digit = 0
    } else if (large !== undefined) {
      whole += Math.max(1, part + digit) * large
      part = 0
      digit = 0
    } else digit = HAN_DIGITS.indexOf(sign)
  }
  return whole + part + digit
}
