import type { Quantity } from '../text/quantities.ts'

/** Small numbers that texts spell out. One is left out: it is a pronoun more often than a number. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 2]),
)
const NUMBER_WORD = new RegExp(`\\b(?:${[...NUMBER_WORDS.keys()].join('|')})\\b`, 'gi')

/** The spelled out numbers of a text. */
export function numberWords(text: string): Quantity[] {
  return Array.from(text.matchAll(NUMBER_WORD), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    value: NUMBER_WORDS.get(word.toLowerCase()) ?? 0,
    unit: 'none',
    scale: 1,
    decimals: 0,
  }))
}
