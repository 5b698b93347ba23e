import words from '../../../data/number-words.json' with { type: 'json' }
import { type PhraseMatch, type PhraseTable, phraseTable } from './phrase-table.ts'

const measures = phraseTable<ReadonlySet<string>>(
  Object.entries(words.units).map(([measure, forms]) => [forms, new Set([measure])] as const),
  (one, other) => one.union(other),
)

const GAP = /[\s\u00a0\u202f-]{0,2}/uy

/** Reads the unit directly after a number that ends at this offset. */
export function measureBehind(
  text: string,
  end: number,
): PhraseMatch<ReadonlySet<string>> | undefined {
  GAP.lastIndex = end
  return measures.at(text, end + (GAP.exec(text)?.[0].length ?? 0))
}

/** All units that a text names. */
export function measuresIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const { index } of text.matchAll(/(?<![\p{L}\p{M}])[\p{L}°]|[^\s\p{L}\p{N}]/gu)) {
    for (const measure of measures.at(text, index)?.value ?? []) found.add(measure)
  }
  return found
}

/** Returns the units that a word or sign stands for. */
export function measureOf(form: string): ReadonlySet<string> {
  return measures.get(form) ?? new Set()
}

/** `$5m` is five million and `5 m` five metres: letters are scales only after money. */
const MONEY_LETTER = /([kmbt])(?:n|io|rd)?(?![\p{L}\p{N}])/iuy
const MONEY_SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }

const tables = new Map(
  Object.entries(words.scales).map(([language, own]) => [
    language,
    phraseTable([...Object.entries(own), ...Object.entries(words.scales.common)]),
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
