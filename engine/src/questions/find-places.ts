import type { Facts, NamedSubject } from '../facts/facts.ts'
import { findPhrases } from '../facts/find-named.ts'
import { isSlipOf } from '../facts/is-nearly.ts'
import { LONGEST_NAME, tokensOf, withoutPrefix } from '../facts/languages.ts'
import type { Lexicon } from '../facts/lexicon.ts'
import { nameKey } from '../library/find-titles.ts'
import { isCommonWord } from '../text/is-common-word.ts'
import { overlaps, type Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { fold, words } from '../text/words.ts'

/** A name in a question, and what the collections call its subject. */
export interface Named extends Span {
  readonly name: string
  /** True if the name is misspelled. */
  readonly isSlip?: boolean
}

const PLACES = ['country', 'territory']
/** Other words than names of places, unless in capitals. */
const OTHER_WORDS = /^(?:cars?|chosen|pole)$/i
const OFFICE = /^ (?:vice[ -]?)?(?:president|senat|congress|representative|house)/i
/** Before a pronoun: "tell us about Chile". */
const OBJECT = /\b(?:tell|give|show|let|help|ask|for|to|of|with|about) $/i

/** Some words of a text that follow each other, and what may be looked up for them. */
export interface Window extends Span {
  readonly key: string
  /** Without an ending or a word that is written with it. */
  readonly bare: string
}

interface FindOptions {
  readonly facts: Facts
  readonly lexicon: Lexicon
  readonly windows?: readonly Window[]
}

export function windowsOf(text: string): Window[] {
  const tokens = tokensOf(text)
  return tokens.flatMap(({ start }, at) =>
    tokens.slice(at, at + LONGEST_NAME).map(({ end }) => {
      const key = nameKey(text.slice(start, end))
      // "chinas" for "China's".
      const bare = /[a-z]{3}s$/.test(key) ? key.slice(0, -1) : withoutPrefix(key)
      return { start, end, key, bare }
    }),
  )
}

/** Finds the places that a question names in any language, misspelled ones too, in order. */
export function findPlaces(
  text: string,
  { facts, lexicon, windows = windowsOf(text) }: FindOptions,
): Named[] {
  const found = facts
    .findSubjects(windows.flatMap(({ key, bare }) => [key, bare]))
    .filter(({ subject }) => PLACES.includes(subject.kind))
  const byKey = Map.groupBy(found, ({ key }) => key)
  const groups = groupsIn(text, lexicon)
  const named: Named[] = []
  for (const { start, end, key, bare } of windows.toSorted(
    (one, other) => other.end - other.start - (one.end - one.start),
  )) {
    const written = text.slice(start, end)
    const [subject] = [...(byKey.get(key) ?? []), ...(byKey.get(bare) ?? [])].filter(one =>
      isMeant(one, written, { before: text.slice(0, start), after: text.slice(end) }),
    )
    // "South America" does not name the United States.
    const isOfGroup = groups.some(
      one => one.start <= start && one.end >= end && one.text !== written,
    )
    if (subject && !isOfGroup && !overlaps({ start, end }, named))
      named.push({ start, end, name: subject.subject.name })
  }
  const open = tokensOf(text).filter(token => !overlaps(token, [...named, ...groups]))
  const slips = open.flatMap(({ start, end }) => {
    const name = bySlip(fold(text.slice(start, end)), { facts, lexicon })
    return name === undefined ? [] : [{ start, end, name, isSlip: true }]
  })
  return [...named, ...slips].toSorted((one, other) => one.start - other.start)
}

/** The regions and organizations that a text names, the longest first. */
export function groupsIn(text: string, lexicon: Lexicon) {
  return findPhrases(text, words(text), lexicon)
    .flatMap(({ start, end, text: written, senses }) => {
      const [group] = senses.flatMap(one => (one.type === 'condition' ? (one.group ?? []) : []))
      const name = group?.isRegion ? group.name : (group?.words[0] ?? '')
      return group ? [{ start, end, text: written, name }] : []
    })
    .toSorted((one, other) => other.text.length - one.text.length)
}

/** A code counts only in capitals, and a word such as "it" only with a capital. */
function isMeant(
  { name, isCode }: NamedSubject,
  written: string,
  { before, after }: { readonly before: string; readonly after: string },
): boolean {
  // "West Germany" is another country.
  if (/\b(?:west|east|north|south|former) $/i.test(before)) return false
  if (isCode) return written === name
  // The model knows "us president" as an office.
  if (written === 'us') return !OBJECT.test(before) && !OFFICE.test(after)
  if (written === 'US') return true
  if (OTHER_WORDS.test(written)) return written === written.toUpperCase()
  return !STOP_WORDS.has(written.toLowerCase()) || /^\p{Lu}/u.test(written)
}

/** The only country that a misspelled word may be. */
function bySlip(
  word: string,
  { facts, lexicon }: { facts: Facts; lexicon: Lexicon },
): string | undefined {
  if (isCommonWord(word) || lexicon.spelled.has(word)) return undefined
  const near = facts
    .namesOfKind('country')
    .filter(({ key, isCode }) => !isCode && isSlipOf(word, key))
  const [only, ...others] = new Set(near.map(({ subject }) => subject.name))
  return others.length === 0 ? only : undefined
}
