import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'

const MOST_TERMS = 512
const LONGEST_TERM = 64

/**
 * What to look for, as phrases that the index's grammar takes literally. One term for words of one
 * family; stop words only when there is nothing else.
 */
export function queryTerms(query: string): string[] {
  const all = words(query)
  const telling = all.filter(word => !STOP_WORDS.has(word.folded) || isAcronym(word, query))
  const byStem = new Map<string, string>()
  for (const word of telling.length > 0 ? telling : all) {
    if (byStem.size >= MOST_TERMS) break
    if (word.text.length > LONGEST_TERM || byStem.has(word.stem)) continue
    byStem.set(word.stem, `"${withoutEnding(word.text)}"`)
  }
  return [...byStem.values()]
}

/** "US" and "WHO" are names, unless everything is written in capitals. */
function isAcronym({ text }: Word, query: string): boolean {
  return /^\p{Lu}{2,}$/u.test(text) && /\p{Ll}/u.test(query)
}

/** The index splits words at apostrophes, and would look for the `s` of a genitive too. */
function withoutEnding(text: string): string {
  return text.replace(/['’](?:s|re|ve|ll|d|m|t)?$/i, '')
}
