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

/** `one` and the like count only inside longer numbers: alone, they are mostly pronouns. */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  en: {
    pieces: {
      ...counted(
        'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
      ),
      ...counted(
        'second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
      ),
      ...tens('twenty thirty forty fifty sixty seventy eighty ninety'),
      ...tens('twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'),
      ...{
        hundred: 100,
        hundredth: 100,
        thousand: 1e3,
        million: 1e6,
        billion: 1e9,
        trillion: 1e12,
      },
      ...{ one: 1, first: 1, dozen: 12 },
    },
    joints: ['and'],
    multiples: {
      'doubl(e|es|ed|ing), twice, twofold': 2,
      'tripl(e|es|ed|ing), thrice, threefold': 3,
      'quadrupl(e|es|ed|ing), fourfold': 4,
      'hal(f|ves|ved|ving)': 0.5,
      'a third of, one third': 1 / 3,
      'two thirds': 2 / 3,
      'a quarter of, one quarter of': 0.25,
      'three quarters': 0.75,
      'a fifth of, one fifth': 0.2,
      'a tenth of, one tenth': 0.1,
    },
    many: {
      ...{ hundreds: 100, thousands: 1e3, millions: 1e6, billions: 1e9, trillions: 1e12 },
      ...{ dozens: 12, 'scores of': 20, 'a couple of, a pair of': 2 },
    },
  },
  de: {
    pieces: {
      ...counted(
        'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
      ),
      ...tens('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
      ...{ ein: 1, hundert: 100, tausend: 1e3, million: 1e6, milliarde: 1e9, dutzend: 12 },
    },
    joints: ['und'],
    multiples: {
      'verdoppel*, doppelt*, zweimal': 2,
      'verdreifach*, dreifach*, dreimal': 3,
      'vervierfach*, vierfach*': 4,
      'hälfte, halbier*, halb(e|en|er|es|)': 0.5,
    },
    many: { hunderte: 100, tausende: 1e3, millionen: 1e6, milliarden: 1e9, dutzende: 12 },
  },
  fr: {
    pieces: {
      ...counted(
        'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
      ),
      ...tens('vingt trente quarante cinquante soixante'),
      vingts: 20,
      ...{ cent: 100, mille: 1e3, million: 1e6, milliard: 1e9, douzaine: 12 },
    },
    joints: ['et'],
    multiples: { 'doubl(e|er|é|ée|ent)': 2, 'tripl(e|er|é|ée|ent)': 3, moitié: 0.5 },
    many: { centaines: 100, milliers: 1e3, millions: 1e6, milliards: 1e9, dizaines: 10 },
  },
  es: {
    pieces: {
      ...counted('dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince'),
      ...tens('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
      ...{ veinti: 20, cien: 100, ciento: 100, mil: 1e3, millón: 1e6, docena: 12 },
    },
    joints: ['y'],
    multiples: { 'doble, duplic*': 2, 'triple, triplic*': 3, mitad: 0.5 },
    many: { cientos: 100, miles: 1e3, millones: 1e6, docenas: 12 },
  },
  it: {
    pieces: {
      ...counted(
        'due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
      ),
      ...tens('venti trenta quaranta cinquanta sessanta settanta ottanta novanta'),
      ...{ cento: 100, mille: 1e3, milione: 1e6, miliardo: 1e9, dozzina: 12 },
    },
    joints: ['e'],
    multiples: { 'doppi(o|a), raddoppi*': 2, 'tripl(o|a), triplic*': 3, metà: 0.5 },
    many: { centinaia: 100, migliaia: 1e3, milioni: 1e6, miliardi: 1e9 },
  },
  pt: {
    pieces: {
      ...counted(
        'dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
      ),
      ...tens('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
      ...{ duas: 2, cem: 100, cento: 100, mil: 1e3, milhão: 1e6, bilhão: 1e9 },
    },
    joints: ['e'],
    multiples: { 'dobro, dobr(ou|ar|aram), duplic*': 2, 'triplo, triplic*': 3, metade: 0.5 },
    many: { centenas: 100, milhares: 1e3, milhões: 1e6, bilhões: 1e9 },
  },
  nl: {
    pieces: {
      ...counted(
        'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
      ),
      ...tens('twintig dertig veertig vijftig zestig zeventig tachtig negentig'),
      ...{ honderd: 100, duizend: 1e3, miljoen: 1e6, miljard: 1e9 },
    },
    joints: ['en', 'ën'],
    multiples: { 'verdubbel*, dubbel(e|), tweemaal': 2, 'verdrievoudig*, driemaal': 3, helft: 0.5 },
    many: { honderden: 100, duizenden: 1e3, miljoenen: 1e6, miljarden: 1e9 },
  },
}

function counted(words: string): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, at) => [word, 2 + at]))
}

function tens(words: string): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, at) => [word, 20 + 10 * at]))
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
  Object.entries(SPELLINGS).map(([language, spelling]) => [language, readerOf(spelling)]),
)

/** Whether numbers in words are read in a language. */
export function spellsNumbers(language: string): boolean {
  return readers.has(language)
}

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
