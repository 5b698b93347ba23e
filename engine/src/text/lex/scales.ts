import { type PhraseMatch, type PhraseTable, phraseTable } from './phrase-table.ts'

/** Powers of ten for words after digits, in all languages. */
const COMMON: Readonly<Record<string, number>> = {
  'тыс., тысяч*, 千': 1e3,
  '万, 萬, 만': 1e4,
  'mn, mln, млн., миллион*': 1e6,
  '億, 亿, 억': 1e8,
  'bn, mld, mlrd, млрд., миллиард*': 1e9,
  '兆, 조': 1e12,
}
/** A billion is a thousand million in English and a million million on the continent. */
const BY_LANGUAGE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: {
    hundred: 1e2,
    'thousand(s|)': 1e3,
    'lakh(s|)': 1e5,
    'million(s|)': 1e6,
    'crore(s|)': 1e7,
    'billion(s|)': 1e9,
    'trillion(s|)': 1e12,
  },
  de: {
    hundert: 1e2,
    'tausend, tsd.': 1e3,
    'million(en|), mio.': 1e6,
    'milliarde(n|), mrd.': 1e9,
    'billion(en|), bio.': 1e12,
  },
  fr: { mille: 1e3, 'million(s|), m€': 1e6, 'milliard(s|), md, md€': 1e9, 'billion(s|)': 1e12 },
  es: { mil: 1e3, 'mill(ón|ones|.)': 1e6, 'mil millones': 1e9, 'bill(ón|ones)': 1e12 },
  it: { mila: 1e3, 'milion(e|i)': 1e6, 'miliard(o|i)': 1e9 },
  pt: {
    mil: 1e3,
    'milh(ão|ões)': 1e6,
    'mil milhões, bilh(ão|ões)': 1e9,
    'trilh(ão|ões)': 1e12,
  },
  nl: { duizend: 1e3, 'miljoen(en|)': 1e6, 'miljard(en|)': 1e9, biljoen: 1e12 },
  sv: { tusen: 1e3, 'miljon(er|)': 1e6, 'miljard(er|)': 1e9 },
  da: { tusind: 1e3, 'million(er|)': 1e6, 'milliard(er|)': 1e9 },
  nb: { tusen: 1e3, 'million(er|)': 1e6, 'milliard(er|)': 1e9 },
  pl: { 'tys.': 1e3, 'milion*': 1e6, 'miliard*': 1e9 },
  tr: { bin: 1e3, milyon: 1e6, milyar: 1e9, trilyon: 1e12 },
}

/** The scales that tables state, with the English word for each. */
export const SCALE_NAMES: ReadonlyMap<number, string> = new Map([
  [1e3, 'thousand'],
  [1e6, 'million'],
  [1e9, 'billion'],
  [1e12, 'trillion'],
])

/** `$5m` is five million and `5 m` five metres: letters are scales only after money. */
const MONEY_LETTER = /([kmbt])(?:n|io|rd)?(?![\p{L}\p{N}])/iuy
const MONEY_SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }

const tables = new Map(
  Object.entries(BY_LANGUAGE).map(([language, own]) => [
    language,
    phraseTable([...Object.entries(own), ...Object.entries(COMMON)]),
  ]),
)

/** Reads the scale word at an offset; a language without its own table uses the English one. */
export function scaleAt(
  text: string,
  start: number,
  { language = 'en', isMoney = false }: { language?: string; isMoney?: boolean } = {},
): PhraseMatch<number> | undefined {
  const found = tableOf(language).at(text, start)
  if (found || !isMoney) return found
  MONEY_LETTER.lastIndex = start
  const letter = MONEY_LETTER.exec(text)
  const value = MONEY_SCALES[letter?.[1]?.toLowerCase() ?? '']
  return letter && value !== undefined ? { start, end: start + letter[0].length, value } : undefined
}

/** The power of ten of a word such as `millions`. */
export function scaleOfWord(word: string, language = 'en'): number | undefined {
  return tableOf(language).get(word)
}

function tableOf(language: string): PhraseTable<number> {
  const table = tables.get(language) ?? tables.get('en')
  if (!table) throw new Error('the English scale words are missing')
  return table
}

/** `in thousands`, `($000s)`, `€ m`: words and signs by which a head or a caption states a scale. */
const STATED: readonly (readonly [number, RegExp])[] = [
  [
    1e3,
    /\bthousands?\b|[$€£¥]\s?['’‘]?000s?\b|['’‘]000s?\b|\(000s?\)|\b000s\b|\b(?:US)?\$k\b|\bRMB['’]000/i,
  ],
  [
    1e6,
    /\bmillions?\b|(?:[$€£¥]|\b(?:US|EUR|GBP|CHF|RMB|DKK|SEK|NOK|USD|Rs))\s?m(?:n|illion)?\b|\bmn\b|\bUSDm\b|\bUS\$m\b/i,
  ],
  [1e9, /\bbillions?\b|[$€£¥]\s?bn\b|\bbn\b/i],
]

/** The scale that a label, a header or a caption states for its numbers; 1 without one. */
export function statedScale(text: string): number {
  return STATED.find(([, pattern]) => pattern.test(text))?.[0] ?? 1
}
