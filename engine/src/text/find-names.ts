import lists from '../../data/word-lists.json' with { type: 'json' }
import type { Span } from './span.ts'
import { STOP_WORDS } from './stop-words.ts'
import { type Word, words } from './words.ts'

/** Words that open a request with a capital letter and name nothing. */
const OPENERS = new Set(lists['openers of requests'].split(' '))
/** Common nouns that are written in capitals. */
const COMMON_CAPITALS = new Set(lists['common nouns in capitals'].split(' '))
/** "Elizabeth I" is a name, "I" is none. */
const PRONOUN = /^I(?:['’]\p{L}+)?$/u
/** Small words inside names; an article only after another of them. */
const INNER = /^(?:of|de|del|della|di|da|do|dos|du|des|von|van|der|den|la|le|el|al|bin|ibn|ap|y)$/
const ARTICLE = /^(?:the|la|las|los|der|den)$/
const MOST_INNER = 2
const QUOTED =
  /["“]([^"“”\n]{2,120})["”]|(?<![\p{L}\p{N}])['‘]([^'‘’\n]{2,120})['’](?![\p{L}\p{N}])/gu

/** The proper names of a text as written, and its quoted phrases, each once, in order. */
export function findNames(text: string): string[] {
  const quoted = Array.from(text.matchAll(QUOTED), match => {
    const inner = match[1] ?? match[2] ?? ''
    return { start: match.index + 1, end: match.index + 1 + inner.length }
  })
  const names = [...quoted, ...nameSpans(text, words(text))]
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map(({ start, end }) => text.slice(start, end).trim())
  return [...new Set(names.filter(name => name !== ''))]
}

/** Finds the proper names of a text, given its words. */
export function nameSpans(text: string, all: readonly Word[]): Span[] {
  const found: Span[] = []
  let at = 0
  while (at < all.length) {
    const first = all[at] as Word
    if (
      !isNamelike(first) ||
      PRONOUN.test(first.text) ||
      (opensSentence(text, first) && !mayOpen(all, at))
    ) {
      at += 1
      continue
    }
    const last = lastOfName(text, all, at)
    found.push({ start: first.start, end: endOf(text, all[last]) })
    at = last + 1
  }
  return found
}

function lastOfName(text: string, all: readonly Word[], first: number): number {
  let last = first
  let at = first + 1
  let inner = 0
  while (at < all.length && joins(text, all[at - 1], all[at])) {
    const word = all[at] as Word
    if (isNamelike(word) || (isNumeral(word) && at === last + 1)) {
      last = at
      inner = 0
    } else if (
      inner < MOST_INNER &&
      (INNER.test(word.text) || (inner > 0 && ARTICLE.test(word.text)))
    ) {
      inner += 1
    } else break
    at += 1
  }
  return last
}

/** A name has only spaces, hyphens, ampersands and the stops of initials between its words. */
function joins(text: string, before: Word | undefined, after: Word | undefined): boolean {
  if (!before || !after) return false
  const between = text.slice(before.end, after.start)
  if (/^(?:\s+|[-–&/]|\s&\s)$/.test(between)) return true
  return /^\. ?$/.test(between) && /^(?:\p{Lu}|Mr|Mrs|Ms|Dr|St|Mt|Ft|Jr|Sr)$/u.test(before.text)
}

function isNamelike({ text, folded }: Word): boolean {
  return /^\p{Lu}|^\p{Ll}\p{Lu}/u.test(text) && !COMMON_CAPITALS.has(folded)
}

/** A number that follows a name is part of it: Apollo 11, but years are read apart. */
function isNumeral({ text }: Word): boolean {
  return /^\d{1,3}$/.test(text)
}

function opensSentence(text: string, { start }: Word): boolean {
  return /(?:^|[.!?:]\s|\n)\s*["“'‘(]?$/.test(text.slice(Math.max(0, start - 4), start))
}

/** Every first word has a capital letter; a stop word or a verb of asking is no name. */
function mayOpen(all: readonly Word[], at: number): boolean {
  const word = all[at]
  const next = all[at + 1]
  if (!word || STOP_WORDS.has(word.folded) || OPENERS.has(word.folded)) return false
  return !/(?:ing|ed|ly)$/.test(word.folded) || (next !== undefined && isNamelike(next))
}

/** The possessive ending is not part of the name, the last stop of U.S. is. */
function endOf(text: string, word: Word | undefined): number {
  if (!word) return text.length
  if (/\.\p{Lu}\.$/u.test(text.slice(word.end - 2, word.end + 1))) return word.end + 1
  return word.end - (/['’](?:s|S)?$/.exec(word.text)?.[0].length ?? 0)
}
