import type { Span } from './span.ts'

export interface Quantity extends Span {
  /** As written: digits, sign and scale taken into account. */
  readonly value: number
  readonly unit: 'percent' | 'money' | 'none'
  /** The power of ten that a word such as million stands for; 1 without one. */
  readonly scale: number
  /** The digits after the point, for rounding what is computed from it. */
  readonly decimals: number
}

const SCALES: Readonly<Record<string, number>> = {
  hundred: 1e2,
  thousand: 1e3,
  thousands: 1e3,
  million: 1e6,
  millions: 1e6,
  mn: 1e6,
  billion: 1e9,
  billions: 1e9,
  bn: 1e9,
  trillion: 1e12,
  trillions: 1e12,
}
const QUANTITY = new RegExp(
  [
    // A digit run inside a word (H1N1) is part of a name.
    '(?<![\\p{L}\\p{N}.,])',
    '(?<open>\\(\\s*)?',
    '(?<sign>[-−–]\\s?)?',
    '(?<money>(?:(?:US|A|C|NZ|HK|S)?[$€£¥₹]|(?:USD|EUR|GBP|JPY|CHF|RMB|INR)(?=\\s))\\s*)?',
    '(?<innerOpen>\\(\\s*)?',
    '(?<innerSign>[-−–]\\s?)?',
    '(?<digits>\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?(?!,?\\d)|\\d+(?:\\.\\d+)?|\\.\\d+)',
    '(?<close>\\s*\\))?',
    `(?:\\s*(?<percent>%|percent\\b|per cent\\b|percentage points?\\b)|[\\s-](?<scale>${Object.keys(SCALES).join('|')})\\b)?`,
    '(?<lateClose>\\s*\\))?',
  ].join(''),
  'giu',
)

/** The numbers of a text with what they count in. Accountants' parentheses mean less than zero. */
export function quantities(text: string): Quantity[] {
  return Array.from(text.matchAll(QUANTITY), ({ 0: written, index, groups = {} }) => {
    const digits = groups['digits'] ?? ''
    const opened = groups['open'] ?? groups['innerOpen']
    const closed = groups['close'] ?? groups['lateClose']
    const isLoss = opened !== undefined && closed !== undefined
    const sign = groups['sign'] ?? groups['innerSign']
    const scale = SCALES[groups['scale']?.toLowerCase() ?? ''] ?? 1
    const magnitude = Number(digits.replaceAll(',', '')) * scale
    // Half a pair of parentheses belongs to the sentence around the number.
    const before = isLoss ? 0 : (groups['open']?.length ?? 0)
    const after = isLoss ? 0 : (closed?.length ?? 0)
    return {
      start: index + before,
      end: index + written.length - after,
      value: isLoss || sign !== undefined ? -magnitude : magnitude,
      unit: groups['percent'] ? 'percent' : groups['money'] ? 'money' : 'none',
      scale,
      decimals: digits.split('.')[1]?.length ?? 0,
    } as const
  })
}
