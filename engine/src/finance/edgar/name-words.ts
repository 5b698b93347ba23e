import type { Company } from '../../search/company-fact.ts'
import { fold } from '../../text/words.ts'
import { LEGAL_WORDS } from './company-words.ts'

/** A word of a question or a name, with how it may be spelled in a company's name. */
export interface NameWord {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Without its apostrophes: `mcdonalds`. */
  readonly whole: string
  /** Without the ending of a possessive: `mcdonald`. */
  readonly bare: string
}

const LONGEST_NAME = 200
const WORD = /\d+|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu
/** EDGAR appends the place of registration to a name: `AMPHENOL CORP /DE/`. */
const REGISTERED = /\s*\/.*$/s
/** And sets initials apart: `O REILLY AUTOMOTIVE`. */
const INITIAL = /\bO (?=\p{L}{2})/giu

/** Without the stems that other readers of words need: there are some ten thousand names. */
export function nameWords(text: string): NameWord[] {
  return Array.from(text.matchAll(WORD), ({ 0: written, index }) => {
    const bare = fold(written)
    const whole = /['’]/.test(written) ? fold(written.replaceAll(/['’]/g, '')) : bare
    return { text: written, start: index, end: index + written.length, whole, bare }
  })
}

/** Returns the words that a company is known by: its name without the legal form. */
export function coreWords(name: string): NameWord[] {
  const found = nameWords(name.slice(0, LONGEST_NAME).replace(REGISTERED, '').replace(INITIAL, 'O'))
  if (found.length > 1 && found[0]?.whole === 'the') found.shift()
  while (found.length > 1 && LEGAL_WORDS.has(found.at(-1)?.whole ?? '')) found.pop()
  return found
}

/** The name as people say it: `Apple` for `Apple Inc.` */
export function shortName(name: string): string {
  const plain = name.replace(REGISTERED, '')
  const last = nameWords(plain).findLast(({ whole }) => !LEGAL_WORDS.has(whole))
  return last === undefined ? plain : plain.slice(0, last.end)
}

/** Letters of an acronym stay capitals. */
const SHOUTED = /\p{Lu}{5,}/gu

/** As people say it, and not in capitals throughout: "Apple", "Meta Platforms". */
export function sayName({ name }: Pick<Company, 'name'>): string {
  const short = shortName(name.replace(/\s*\(.*\)$/, '')).replace(/^the\s+/i, '')
  if (/\p{Ll}/u.test(short)) return short
  return short.replace(SHOUTED, word => word.slice(0, 1) + word.slice(1).toLowerCase())
}
