import type { Span } from '../text/span.ts'

/** The pieces that spelled out numbers are made of, with what each adds or multiplies by. */
interface Spelling {
  readonly pieces: Readonly<Record<string, number>>
  /** What joins pieces and counts nothing. */
  readonly joints: string
  /** Words for a multiple or a half. */
  readonly multiples: Readonly<Record<string, number>>
  /** Words for an uncounted many, such as dozens. */
  readonly many: Readonly<Record<string, number>>
}

export interface SpelledNumber extends Span {
  readonly value: number
  readonly kind: 'number' | 'times' | 'part' | 'vague'
}

/** `one` and its like are left out: they are pronouns and articles more often than numbers. */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  en: {
    pieces: {
      ...counted(
        'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
        2,
      ),
      ...counted(
        'second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
        2,
      ),
      ...tens('twenty thirty forty fifty sixty seventy eighty ninety'),
      ...tens('twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'),
      hundred: 100,
      hundredth: 100,
      thousand: 1e3,
      million: 1e6,
      billion: 1e9,
      trillion: 1e12,
      dozen: 12,
    },
    joints: 'and',
    multiples: {
      'doubl(?:e|es|ed|ing)|twice|twofold': 2,
      'tripl(?:e|es|ed|ing)|thrice|threefold': 3,
      'quadrupl(?:e|es|ed|ing)|fourfold': 4,
      'hal(?:f|ves|ved|ving)': 0.5,
    },
    many: {
      hundreds: 100,
      thousands: 1e3,
      millions: 1e6,
      billions: 1e9,
      trillions: 1e12,
      dozens: 12,
    },
  },
  de: {
    pieces: {
      ...counted(
        'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
        2,
      ),
      ...tens('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
      ein: 1,
      hundert: 100,
      tausend: 1e3,
      million: 1e6,
      milliarde: 1e9,
      dutzend: 12,
    },
    joints: 'und',
    multiples: {
      'verdoppel\\p{L}*|doppelt\\p{L}*|zweimal': 2,
      'verdreifach\\p{L}*|dreifach\\p{L}*|dreimal': 3,
      'vervierfach\\p{L}*|vierfach\\p{L}*': 4,
      'hälfte|halbier\\p{L}*|halb(?:e|en|er|es)?': 0.5,
    },
    many: { hunderte: 100, tausende: 1e3, millionen: 1e6, milliarden: 1e9, dutzende: 12 },
  },
  fr: {
    pieces: {
      ...counted(
        'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
        2,
      ),
      ...tens('vingt trente quarante cinquante soixante'),
      'quatre-vingts': 80,
      'quatre-vingt': 80,
      cent: 100,
      mille: 1e3,
      million: 1e6,
      milliard: 1e9,
      douzaine: 12,
    },
    joints: 'et',
    multiples: {
      'doubl(?:e|er|é|ée|ent)': 2,
      'tripl(?:e|er|é|ée|ent)': 3,
      moitié: 0.5,
    },
    many: { centaines: 100, milliers: 1e3, millions: 1e6, milliards: 1e9, dizaines: 10 },
  },
  es: {
    pieces: {
      ...counted(
        'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince',
        2,
      ),
      ...tens('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
      veinti: 20,
      cien: 100,
      ciento: 100,
      mil: 1e3,
      millón: 1e6,
      docena: 12,
    },
    joints: 'y',
    multiples: { 'doble|duplic\\p{L}*': 2, 'triple|triplic\\p{L}*': 3, mitad: 0.5 },
    many: { cientos: 100, miles: 1e3, millones: 1e6, docenas: 12 },
  },
  it: {
    pieces: {
      ...counted(
        'due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
        2,
      ),
      ...tens('venti trenta quaranta cinquanta sessanta settanta ottanta novanta'),
      cento: 100,
      mille: 1e3,
      milione: 1e6,
      miliardo: 1e9,
      dozzina: 12,
    },
    joints: 'e',
    multiples: { 'doppi[oa]|raddoppi\\p{L}*': 2, 'tripl[oa]|triplic\\p{L}*': 3, metà: 0.5 },
    many: { centinaia: 100, migliaia: 1e3, milioni: 1e6, miliardi: 1e9 },
  },
  pt: {
    pieces: {
      ...counted(
        'dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
        2,
      ),
      ...tens('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
      duas: 2,
      cem: 100,
      cento: 100,
      mil: 1e3,
      milhão: 1e6,
      bilhão: 1e9,
    },
    joints: 'e',
    multiples: {
      'dobro|dobr(?:ou|ar|aram)|duplic\\p{L}*': 2,
      'triplo|triplic\\p{L}*': 3,
      metade: 0.5,
    },
    many: { centenas: 100, milhares: 1e3, milhões: 1e6, bilhões: 1e9 },
  },
  nl: {
    pieces: {
      ...counted(
        'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
        2,
      ),
      ...tens('twintig dertig veertig vijftig zestig zeventig tachtig negentig'),
      honderd: 100,
      duizend: 1e3,
      miljoen: 1e6,
      miljard: 1e9,
    },
    joints: 'en|ën',
    multiples: {
      'verdubbel\\p{L}*|dubbele?|tweemaal': 2,
      'verdrievoudig\\p{L}*|driemaal': 3,
      helft: 0.5,
    },
    many: { honderden: 100, duizenden: 1e3, miljoenen: 1e6, miljarden: 1e9 },
  },
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

function counted(words: string, from: number): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, at) => [word, from + at]))
}

function tens(words: string): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, at) => [word, 20 + 10 * at]))
}
