import type { Span } from '../text/span.ts'
import { SPELLINGS, type Spelling } from './number-spellings.ts'

export interface SpelledNumber extends Span {
  readonly value: number
  readonly kind: 'number' | 'times' | 'part' | 'vague'
}

interface Reader {
  /** A run of pieces, which may be more than one number. */
  readonly word: RegExp
  readonly piece: RegExp
  readonly spelling: Spelling
  readonly special: readonly {
    readonly form: RegExp
    readonly value: number
    readonly kind: 'times' | 'part' | 'vague'
  }[]
}

const readers = new Map(
  Object.entries(SPELLINGS).map(([language, spelling]) => [language, readerOf(spelling)]),
)

/** The spelled out numbers of a text in a language that has a table, else none. */
export function spelledNumbers(text: string, language: string): SpelledNumber[] {
  const reader = readers.get(language)
  if (!reader) return []
  const { word, piece, spelling, special } = reader
  const numbers = Array.from(text.matchAll(word)).flatMap(({ 0: written, index }) =>
    PER_HUNDRED.test(text.slice(Math.max(0, index - 6), index))
      ? []
      : numbersOf(written, index, { piece, pieces: spelling.pieces }),
  )
  const others = special.flatMap(({ form, value, kind }) =>
    Array.from(text.matchAll(form), ({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
      value,
      kind,
    })),
  )
  return [...numbers, ...others]
}

/** The hundred of per cent is none. */
const PER_HUNDRED = /(?:^|\P{L})(?:pour|por|per)\s$/iu

function wordsLike(form: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${form})(?![\\p{L}\\p{N}])`, 'giu')
}

function readerOf(spelling: Spelling): Reader {
  const pieces = Object.keys(spelling.pieces)
    .toSorted((one, other) => other.length - one.length)
    .join('|')
  const run = `(?:${pieces})(?:[\\s-]?(?:(?:${spelling.joints})[\\s-]?)?(?:${pieces}))*`
  const multiples = Object.entries(spelling.multiples).map(([form, value]) => ({
    form: wordsLike(form),
    value,
    kind: value < 1 ? ('part' as const) : ('times' as const),
  }))
  const many = Object.entries(spelling.many).map(([form, value]) => ({
    form: wordsLike(form),
    value,
    kind: 'vague' as const,
  }))
  return {
    word: wordsLike(run),
    piece: new RegExp(pieces, 'giu'),
    spelling,
    special: [...multiples, ...many],
  }
}

function numbersOf(
  written: string,
  offset: number,
  { piece, pieces }: { readonly piece: RegExp; readonly pieces: Spelling['pieces'] },
): SpelledNumber[] {
  const found: { start: number; end: number; whole: number; open: number; last: number }[] = []
  for (const { 0: text, index } of written.toLowerCase().matchAll(piece)) {
    const value = pieces[text] ?? 0
    const current = found.at(-1)
    if (!current || !goesOn(current.last, value, written.slice(current.end, index))) {
      const open = value < 1e3 ? value : 0
      const whole = value < 1e3 ? 0 : value
      found.push({ start: index, end: index + text.length, whole, open, last: value })
      continue
    }
    current.end = index + text.length
    current.last = value
    if (value < 100) current.open += value
    else if (value === 100) current.open = Math.max(1, current.open) * 100
    else {
      current.whole += Math.max(1, current.open) * value
      current.open = 0
    }
  }
  return found
    .map(({ start, end, whole, open }) => ({
      start: offset + start,
      end: offset + end,
      value: whole + open,
      kind: 'number' as const,
    }))
    .filter(({ value }) => value > 1)
}

/** Whether two pieces are of one number: twenty-five, drei-und-zwanzig, two hundred and three. */
function goesOn(last: number, next: number, between: string): boolean {
  const isJoined = /\p{L}/u.test(between)
  if (next >= 100) return !isJoined
  if (last >= 100) return true
  if (last >= 20) return next < 20
  return last < 10 && next >= 20 && isJoined && !/\s/.test(between)
}
