import { words } from '../text/words.ts'

const LONGEST_NAME = 200
const FIRST_PART = /^(.+?)(?: [—–|·-] |,)/u

/** What spellings of a name have in common: no case, diacritics, punctuation or leading article. */
export function nameKey(name: string): string {
  const folded = words(name.slice(0, LONGEST_NAME)).map(word => word.folded)
  if (folded.length > 1 && folded[0] === 'the') folded.shift()
  return folded.join(' ')
}

/** The keys that a document is found by: its title, the part before the site's name, its aliases. */
export function nameKeys(title: string, aliases: readonly string[] = []): string[] {
  const first = FIRST_PART.exec(title.slice(0, LONGEST_NAME))?.[1] ?? title
  const names = title.length > LONGEST_NAME ? [first, ...aliases] : [title, first, ...aliases]
  return [...new Set(names.map(nameKey))].filter(key => key !== '')
}
