import words from '../../../data/number-words.json' with { type: 'json' }
import type { Span } from '../span.ts'
import { type PhraseTable, phraseTable } from './phrase-table.ts'

/** Words that numbers are spelled with in one language. */
interface Spelling {
  readonly pieces: Readonly<Record<string, number>>
  /** Words that join pieces and count nothing. */
  readonly joints: readonly string[]
  /** Words for a multiple, a part or a vague amount, such as dozens; see `phraseTable`. */
  readonly multiples: Readonly<Record<string, number>>
  readonly many: Readonly<Record<string, number>>
}

interface SpelledNumber extends Span {
  readonly value: number
  readonly kind: 'number' | 'times' | 'part' | 'vague'
}

interface Piece extends Span {
  /** Undefined for a joint. */
  readonly value: number | undefined
}

interface Reader {
  readonly pieces: ReadonlyMap<string, number | undefined>
  readonly longest: number
  readonly special: PhraseTable<Omit<SpelledNumber, keyof Span>>
}

const WORD = /\p{L}+/gu
const LONGEST_WORD = 80
/** `cent` in `pour cent` does not mean hundred. */
const PER_HUNDRED = /(?:^|\P{L})(?:pour|por|per)\s$/iu

const readers = new Map(
  Object.entries<Spelling>(words.spelled).map(([language, spelling]) => [
    language,
    readerOf(spelling),
  ]),
)

/** Finds the spelled-out numbers of a text, if its language has a table. */
export function spelledNumbers(text: string, language: string): SpelledNumber[] {
  const reader = readers.get(language)
  if (!reader) return []
  const found: SpelledNumber[] = []
  let open: Piece[] = []
  let from = 0
  const close = () => {
    found.push(...numbersOf(text, open))
    open = []
  }
  for (const { 0: written, index } of text.matchAll(WORD)) {
    if (index < from) continue
    const between = text.slice(open.at(-1)?.end ?? index, index)
    if (open.length > 0 && !/^[\s-]?$/.test(between)) close()
    const special = reader.special.at(text, index)
    const pieces = special ? undefined : cut(written, index, reader)
    if (pieces && isFree(text, index, written.length)) open.push(...pieces)
    else close()
    if (!special || !isFree(text, index, special.end - index)) continue
    found.push({ start: index, end: special.end, ...special.value })
    from = special.end
  }
  close()
  return found
}

function readerOf({ pieces, joints, multiples, many }: Spelling): Reader {
  const special = [
    ...Object.entries(multiples).map(
      ([form, value]) => [form, { value, kind: value < 1 ? 'part' : 'times' }] as const,
    ),
    ...Object.entries(many).map(([form, value]) => [form, { value, kind: 'vague' }] as const),
  ]
  const all = new Map<string, number | undefined>([
    ...joints.map(joint => [joint, undefined] as const),
    ...Object.entries(pieces),
  ])
  return {
    pieces: all,
    longest: Math.max(...[...all.keys()].map(({ length }) => length)),
    special: phraseTable<Omit<SpelledNumber, keyof Span>>(special),
  }
}

/** Digits beside a word are not part of a spelled-out number. */
function isFree(text: string, start: number, length: number): boolean {
  return !/\p{N}/u.test(text[start - 1] ?? '') && !/\p{N}/u.test(text[start + length] ?? '')
}

/** Splits a word that consists only of number pieces, longest first, as in drei-und-zwanzig. */
function cut(written: string, offset: number, { pieces, longest }: Reader): Piece[] | undefined {
  if (written.length > LONGEST_WORD) return undefined
  const word = written.toLowerCase()
  const found: Piece[] = []
  for (let at = 0; at < word.length; ) {
    let length = Math.min(longest, word.length - at)
    while (length > 0 && !pieces.has(word.slice(at, at + length))) length -= 1
    if (length === 0) return undefined
    const value = pieces.get(word.slice(at, at + length))
    found.push({ start: offset + at, end: offset + at + length, value })
    at += length
  }
  return found
}

function numbersOf(text: string, pieces: readonly Piece[]): SpelledNumber[] {
  const found: { start: number; end: number; whole: number; open: number; last: number }[] = []
  for (const { start, end, value } of pieces) {
    if (value === undefined) continue
    const current = found.at(-1)
    // The French say four twenties for eighty.
    if (current?.last === 4 && value === 20 && text.slice(current.end, start) === '-') {
      Object.assign(current, { end, open: current.open + 76, last: 80 })
      continue
    }
    if (!current || !goesOn(current.last, value, text.slice(current.end, start))) {
      const isLarge = value >= 1e3
      found.push({ start, end, whole: isLarge ? value : 0, open: isLarge ? 0 : value, last: value })
      continue
    }
    current.end = end
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
      start,
      end,
      value: whole + open,
      kind: 'number' as const,
    }))
    .filter(
      ({ start, value }) =>
        value > 1 && !PER_HUNDRED.test(text.slice(Math.max(0, start - 6), start)),
    )
}

/** Returns whether two pieces belong to one number: twenty-five, two hundred and three. */
function goesOn(last: number, next: number, between: string): boolean {
  const isJoined = /\p{L}/u.test(between)
  if (next >= 100) return !isJoined
  if (last >= 100) return true
  if (last >= 20) return next < 20
  return last < 10 && next >= 20 && isJoined && !/\s/.test(between)
}
