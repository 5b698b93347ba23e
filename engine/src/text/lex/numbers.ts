import { baseOf, knownLocale, remembered } from '../language-tag.ts'
import type { Span } from '../span.ts'
import { spelledNumbers } from './spelled-numbers.ts'
import { measureBehind, measureOf, scaleAt } from './units.ts'

/** A number in a text. Its span includes sign, currency and scale; the unit follows the span. */
export interface Figure extends Span {
  /** With sign and scale taken into account. Accountants' parentheses mean less than zero. */
  readonly value: number
  /** The power of ten that a word such as million stands for; 1 without one. */
  readonly scale: number
  /** Digits after the point, for rounding a result that is calculated from it. */
  readonly decimals: number
  /** Units named by a currency before the number or a word after it; several if the word is ambiguous. */
  readonly measures: ReadonlySet<string>
  /** The end of the unit, or of the number without one. */
  readonly unitEnd: number
  readonly isMinus: boolean
  readonly isMoney: boolean
  readonly isSpelled: boolean
  /** True if letters beside it make it part of a name, as in `74k`, `3D` or `PDP-11`. */
  readonly isPartOfWord: boolean
}

/** A number in English digits, with its percent sign inside the span. */
export interface Quantity extends Span {
  readonly value: number
  readonly unit: 'percent' | 'money' | 'none'
  readonly scale: number
  readonly decimals: number
}

const GROUPED = "\\d{1,3}(?:[\\u00a0\\u202f\\u2009'’]\\d{3})+(?!\\d)(?:[.,]\\d+)?"
const SPACED = '\\d{1,3}(?: \\d{3})+(?!\\d)(?:,\\d+)?'
const BODIES = {
  '.': `${GROUPED}|\\d{1,3}(?:,\\d{2,3})*,\\d{3}(?!\\d)(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+`,
  ',': `${GROUPED}|${SPACED}|\\d{1,3}(?:\\.\\d{3})+(?!\\d)(?:,\\d+)?|\\d{1,3}(?:,\\d{3}){2,}(?!\\d)(?:\\.\\d+)?|\\d+(?:[.,]\\d+)?`,
}
type Decimal = keyof typeof BODIES
const MONEY =
  '(?:(?:US|A|C|NZ|HK|S)?[$€£¥₹]|(?:USD|EUR|GBP|JPY|CHF|RMB|CNY|INR)(?=[\\s\\d]))\\s{0,3}'
const SIGN = '[-−–](?=[\\d$€£¥₹.(])'
const NUMBERS: Readonly<Record<Decimal, RegExp>> = {
  '.': numberLike('.'),
  ',': numberLike(','),
}
const NONE: ReadonlySet<string> = new Set()
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/uy
/** Endings of ordinals, decades and inflected numbers. */
const ENDING =
  /(?:st|nd|rd|th|s|er|ers|erste?n?|ste|de|e|ème|ª|º|й|я|го|му|м|х|е|ти|ми)(?![\p{L}\p{N}])/iuy
const BEFORE_SCALE = /[\s\u00a0\u202f-]?/uy

/** Finds the numbers of a text, in digits and in words, as its language writes them. */
export function numbers(text: string, language = 'en'): Figure[] {
  const decimal = decimalOf(language)
  const base = baseOf(language)
  const written = writtenNumbers(text, { decimal, base })
  const worded = [
    ...spelledNumbers(text, base).map(({ start, end, value, kind }) =>
      wordFigure(text, { start, end }, { value, ...(kind !== 'number' && { kind }) }),
    ),
    ...hanNumbers(text),
  ]
  return mergeFree(written, worded)
}

/** The numbers of a text that are written in digits. */
export function quantities(text: string): Quantity[] {
  return writtenNumbers(text, { decimal: '.', base: 'en' }).map(figure => {
    const { start, end, unitEnd, value, scale, decimals, measures, isMoney } = figure
    const isPercent = measures.has('percent') || measures.has('points')
    const last = isPercent ? unitEnd : end
    // The closing parenthesis of a loss may follow its per cent sign.
    const closes = isPercent && value < 0 && text[start] === '(' && text[last] === ')'
    const unit = isPercent ? 'percent' : isMoney ? 'money' : 'none'
    return { start, end: closes ? last + 1 : last, value, unit, scale, decimals } as const
  })
}

/** Whether a number may be a year: four digits that count nothing named beside them. */
export function isYear(text: string, { start, end, measures }: Figure): boolean {
  return measures.size === 0 && /^[12]\d{3}$/.test(text.slice(start, end))
}

interface Writing {
  readonly decimal: Decimal
  readonly base: string
}

function writtenNumbers(text: string, writing: Writing): Figure[] {
  const found: Figure[] = []
  for (const match of text.matchAll(NUMBERS[writing.decimal])) {
    // The second half of 3億5000万 was read with the first.
    if (match.index >= (found.at(-1)?.end ?? 0)) found.push(readFigure(text, match, writing))
  }
  return found
}

function readFigure(text: string, match: RegExpExecArray, { decimal, base }: Writing): Figure {
  const { 0: all, index, groups = {} } = match
  const digits = groups['body'] ?? ''
  // A currency sign counts even after letters that belong to another: "US€5" is in euros.
  const before = text[index - 1] ?? ''
  const money = groups['money']?.trim() ?? (/[$€£¥₹]/.test(before) ? before : '')
  const isOpen = groups['open'] !== undefined || groups['inner'] !== undefined
  const bare = index + all.length
  const close = isOpen ? (/^\s{0,2}\)/.exec(text.slice(bare, bare + 3))?.[0].length ?? 0) : 0
  const scaled = readScale(text, bare + close, { base, isMoney: money !== '' })
  const scale = scaled?.value ?? 1
  const end = bare + close + (scaled?.length ?? 0)
  const unit = measureBehind(text, end)
  const lateClose =
    isOpen && close === 0 && /^\s{0,2}\)/.test(text.slice(unit?.end ?? end, (unit?.end ?? end) + 3))
  const isPercent = unit?.value.has('percent') === true
  // "(2014)" is a year, as long as nothing says that it is money.
  const isYearAlone = money === '' && scale === 1 && /^(?:1\d|20)\d\d$/.test(digits)
  const isLoss = (close > 0 && !isYearAlone) || (lateClose && (isPercent || scale > 1))
  const paid = money === '' ? NONE : measureOf(money.replace(/^(?:US|A|C|NZ|HK|S)(?=[$€£¥₹])/, ''))
  const isMinus = groups['sign'] !== undefined || groups['innerSign'] !== undefined
  const plain = plainNumber(digits, decimal)
  const value = Number(plain) * scale + (scaled?.rest ?? 0)
  return {
    start: index + (isLoss || groups['open'] === undefined ? 0 : groups['open'].length),
    end: isLoss && lateClose && !isPercent ? text.indexOf(')', end) + 1 : end,
    value: isMinus || isLoss ? -value : value,
    scale,
    decimals: plain.split('.')[1]?.length ?? 0,
    measures: paid.size > 0 ? paid : (unit?.value ?? NONE),
    unitEnd: unit?.end ?? end,
    isMinus,
    isMoney: groups['money'] !== undefined,
    isSpelled: false,
    isPartOfWord:
      unit === undefined && money === '' && (isJoined(text, end) || isName(text, index)),
  }
}

/** Reads a scale word with the text before it, and in 3億5000万 the smaller part of the number. */
function readScale(
  text: string,
  at: number,
  { base, isMoney }: { base: string; isMoney: boolean },
): { value: number; length: number; rest: number } | undefined {
  const gap = lengthAt(BEFORE_SCALE, text, at)
  const found =
    scaleAt(text, at + gap, { language: base }) ??
    (isMoney ? scaleAt(text, at, { language: base, isMoney }) : undefined)
  if (!found) return undefined
  const next =
    found.value > 1e4 ? /^(\d{1,8})([万萬만])/u.exec(text.slice(found.end, found.end + 12)) : null
  const rest = next ? Number(next[1]) * 1e4 : 0
  return { value: found.value, length: found.end + (next?.[0].length ?? 0) - at, rest }
}

function wordFigure(
  text: string,
  { start, end }: Span,
  { value, kind }: { value: number; kind?: string },
): Figure {
  const unit = kind === undefined ? measureBehind(text, end) : undefined
  return {
    start,
    end,
    value,
    scale: 1,
    decimals: 0,
    measures: kind === undefined ? (unit?.value ?? NONE) : new Set([kind]),
    unitEnd: unit?.end ?? end,
    isMinus: false,
    isMoney: false,
    isSpelled: true,
    isPartOfWord: false,
  }
}

/** Returns whether letters that are neither a unit nor an ending follow directly. */
function isJoined(text: string, end: number): boolean {
  return lengthAt(LETTER, text, end) > 0 && lengthAt(ENDING, text, end) === 0
}

/** Returns whether a number is the end of a name, as in PDP-11. */
function isName(text: string, start: number): boolean {
  return /\p{Lu}-$/u.test(text.slice(Math.max(0, start - 3), start))
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** A sign counts directly before its number and outside a range; digits inside a word are not a number. */
function numberLike(decimal: Decimal): RegExp {
  return new RegExp(
    `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}.,])(?<open>\\(\\s?)?(?<sign>(?<![\\p{L}\\p{N}])${SIGN})?(?<money>${MONEY})?(?<inner>(?<=[$€£¥₹]\\s{0,3})\\(\\s?)?(?<innerSign>${SIGN})?(?<body>${BODIES[decimal]})`,
    'gu',
  )
}

function plainNumber(digits: string, decimal: Decimal): string {
  const tight = digits.replace(/[\s'’]/g, '')
  if (decimal === '.') return tight.replaceAll(',', '')
  if (/^\d{1,3}(?:,\d{3}){2,}/.test(tight)) return tight.replaceAll(',', '')
  // A point before three digits groups them; any other point is a decimal point.
  const grouped = /^\d{1,3}(?:\.\d{3})+(?:,|$)/.test(tight) ? tight.replaceAll('.', '') : tight
  return grouped.replace(',', '.')
}

/** Merges both lists in order, without words that overlap with digits. */
function mergeFree(written: readonly Figure[], worded: readonly Figure[]): Figure[] {
  const merged: Figure[] = []
  let last = 0
  const all = [...written, ...worded].toSorted((one, other) => one.start - other.start)
  for (const [at, figure] of all.entries()) {
    const next = all[at + 1]
    const isTaken = figure.start < last || (next && !next.isSpelled && next.start < figure.end)
    if (figure.isSpelled && isTaken) continue
    merged.push(figure)
    last = Math.max(last, figure.end)
  }
  return merged
}

const decimalOf = remembered((language): Decimal => {
  const parts = new Intl.NumberFormat(knownLocale(language)).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
})

const HAN_NUMBER = /[〇零一二三四五六七八九十百千万億亿兆]{2,40}/gu
const HAN_DIGITS = '〇一二三四五六七八九'
const HAN_SIZES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1e3 }
const HAN_LARGE: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, 亿: 1e8, 兆: 1e12 }

function hanNumbers(text: string): Figure[] {
  return Array.from(text.matchAll(HAN_NUMBER), ({ 0: written, index }) =>
    wordFigure(
      text,
      { start: index, end: index + written.length },
      { value: hanValue(written.replaceAll('零', '〇')) },
    ),
  )
}

function hanValue(plain: string): number {
  if (/^[〇一二三四五六七八九]+$/.test(plain)) {
    return Number(Array.from(plain, sign => HAN_DIGITS.indexOf(sign)).join(''))
  }
  let whole = 0
  let part = 0
  let digit = 0
  for (const sign of plain) {
    const size = HAN_SIZES[sign]
    const large = HAN_LARGE[sign]
    if (size !== undefined) part += Math.max(1, digit) * size
    else if (large !== undefined) {
      whole += Math.max(1, part + digit) * large
      part = 0
    }
    digit = size === undefined && large === undefined ? HAN_DIGITS.indexOf(sign) : 0
  }
  return whole + part + digit
}

/** Writes the digits of other scripts as 0 to 9; the text keeps its length. */
export function plainDigits(text: string): string {
  return text.replace(/(?![0-9])[\p{Nd}--[\u{10000}-\u{10ffff}]]/gv, digit => {
    // The digits of a script follow each other.
    let zero = digit.charCodeAt(0)
    while (/\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero -= 1
    return String((digit.charCodeAt(0) - zero) % 10)
  })
}

/** Replaces the spans, which must be in order, with spaces. */
export function blankOut(text: string, spans: readonly Span[]): string {
  let blanked = ''
  let at = 0
  for (const { start, end } of spans) {
    if (start < at) continue
    blanked += text.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return blanked + text.slice(at)
}
