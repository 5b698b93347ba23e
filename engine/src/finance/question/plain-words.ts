import { type Word, words } from '../../text/words.ts'
import list from '../words.json' with { type: 'json' }

const stems = new Set(words(list.plain).map(({ stem }) => stem))

/** Returns whether the word asks, counts or reports, and so narrows nothing down. */
export function isPlainWord({ stem, folded }: Word): boolean {
  return stems.has(stem) || /^\d/.test(folded)
}
