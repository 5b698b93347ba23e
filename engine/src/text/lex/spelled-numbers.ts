import words from '../../../data/number-words.json' with { type: 'json' }
import type { Span } from '../span.ts'
import { phraseTable } from './phrase-table.ts'

interface SpelledNumber extends Span {
  readonly value: number
  /** A multiple, a part or a vague amount; undefined for a number. */
  readonly kind?: 'times' | 'part' | 'vague'
}

/** A number that further words may continue. */
interface Open {
  readonly start: number
  end: number
  /** The sum of the thousands, millions and so on. */
  whole: number
  rest: number
  last: number
}

const { pieces, multiples, many } = words.spelled
const PIECES: ReadonlyMap<string, number> = new Map(Object.entries(pieces))
const SPECIAL = phraseTable<Omit<SpelledNumber, keyof Span>>([
  ...Object.entries(multiples).map(
    ([form, value]) => [form, { value, kind: value < 1 ? 'part' : 'times' }] as const,
  ),
  ...Object.entries(many).map(([form, value]) => [form, { value, kind: 'vague' }] as const),
])
const WORD = /\p{L}+/gu
const JOINT = /^[\s-](?:and\s)?$/i

/** Finds the numbers of a text that are spelled out in English. */
export function spelledNumbers(text: string): SpelledNumber[] {
  const found: SpelledNumber[] = []
  const plain: Open[] = []
  let from = 0
  for (const { 0: written, index } of text.matchAll(WORD)) {
    if (index < from) continue
    const special = SPECIAL.at(text, index)
    const end = special?.end ?? index + written.length
    if (isBesideDigit(text, index, end)) continue
    const value = PIECES.get(written.toLowerCase())
    if (special) {
      found.push({ start: index, end, ...special.value })
      from = end
    } else if (value !== undefined) addPiece(plain, { value, start: index, end }, text)
  }
  const numbers = plain.map(({ start, end, whole, rest }) => ({ start, end, value: whole + rest }))
  return [...found, ...numbers.filter(({ value }) => value > 1)]
}

/** Continues the last number, or starts another. */
function addPiece(
  numbers: Open[],
  { value, start, end }: Span & { readonly value: number },
  text: string,
): void {
  const open = numbers.at(-1)
  if (!open || !goesOn(open.last, value, text.slice(open.end, start))) {
    const isLarge = value >= 1e3
    numbers.push({ start, end, whole: isLarge ? value : 0, rest: isLarge ? 0 : value, last: value })
    return
  }
  if (value < 100) open.rest += value
  else if (value === 100) open.rest = Math.max(1, open.rest) * 100
  else {
    open.whole += Math.max(1, open.rest) * value
    open.rest = 0
  }
  open.end = end
  open.last = value
}

/** Returns whether two words belong to one number: twenty-five, two hundred and three. */
function goesOn(last: number, next: number, between: string): boolean {
  if (!JOINT.test(between)) return false
  if (next >= 100) return between.length === 1
  return last >= 100 || (last >= 20 && next < 20)
}

function isBesideDigit(text: string, start: number, end: number): boolean {
  return /\p{N}/u.test(text[start - 1] ?? '') || /\p{N}/u.test(text[end] ?? '')
}
