import vocabulary from '../../data/words.json' with { type: 'json' }
import aliases from '../finance/company-aliases.json' with { type: 'json' }
import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { joinWords, type Word, words } from '../text/words.ts'
import type { FactAnswer } from './answer.ts'
import type { Subject } from './fact.ts'
import type { Facts } from './facts.ts'
import { isSlipOf } from './is-nearly.ts'
import { type Lexicon, LONGEST_PHRASE, type Sense } from './lexicon.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = vocabulary.names

/** Everyday names of companies, by ticker. */
const ALIASES: Readonly<Record<string, readonly string[]>> = aliases
/** Two letters begin too many names. */
const SHORTEST = 3

interface Found extends Span {
  readonly text: string
  /** Whether the question excludes it: "outside Asia", "not in NATO". */
  readonly isNegated: boolean
}

export interface Mention extends Found {
  /** Several if the name is shared. */
  readonly subjects: readonly Subject[]
  /** Whether this is the subject's own name, not an adjective or an alias. */
  readonly isOwnName: boolean
}

export interface Phrase extends Found {
  readonly senses: readonly Sense[]
}

/** An item with its words in the text. */
export type Spanned<Item> = Item & { readonly words: readonly Word[] }

const NEGATION =
  /(?:\b(?:not|never|no|without|outside(?: of)?|except(?: for)?|excluding|besides|apart from|aside from|other than|lack(?:s|ing)?|(?:do|does|did|is|are|has|have)nt)|\w+n['’]t)\s+(?:(?:a|an|any|the|their|in|of|be|being|is|are|members?|part|have|has|having|located|on)\s+)*$/i
const GOES_ON = /^\s*,?\s*(?:and|or|nor|,)\s*(?:the\s+|in\s+)*$/i

/** Marks those that the text excludes, and returns the words that do so. */
export function markNegated<Item extends Found>(text: string, items: readonly Item[]) {
  const exclusions: Span[] = []
  const marked: Item[] = []
  for (const item of items.toSorted((one, other) => one.start - other.start)) {
    const found = NEGATION.exec(text.slice(0, item.start))
    const before = marked.at(-1)
    const gap = text.slice(before?.end, item.start)
    const isNegated =
      found !== null ||
      (before?.isNegated === true && (GOES_ON.test(gap) || isObject(before, item, gap)))
    if (found) exclusions.push({ start: found.index, end: item.start })
    marked.push({ ...item, isNegated })
  }
  return { marked, exclusions }
}

/** "Spanish" in "don't speak Spanish". */
function isObject(before: Found & Partial<Phrase>, item: Found & Partial<Mention>, gap: string) {
  const isAttribute = before.senses?.some(({ type }) => type === 'attribute')
  return isAttribute === true && item.subjects !== undefined && /^\s+$/.test(gap)
}

/** "Barack Obama" for a president who is known by his last name, and "Andrew Johnson" for one of several. */
export function withFirstName(mention: Spanned<Mention>, all: readonly Word[]): Spanned<Mention> {
  const [first] = mention.words
  const before = first && all[all.indexOf(first) - 1]
  const subjects = mention.subjects.filter(
    ({ name }) => before && name.split(' ').includes(before.text),
  )
  if (!before || subjects.length === 0) return mention
  return { ...mention, subjects, words: [before, ...mention.words] }
}

function windows(all: readonly Word[], longest: number): Word[][] {
  return all.flatMap((_, start) =>
    Array.from({ length: Math.min(longest, all.length - start) }, (_, more) =>
      all.slice(start, start + more + 1),
    ),
  )
}

export function findPhrases(
  text: string,
  all: readonly Word[],
  lexicon: Lexicon,
): Spanned<Phrase>[] {
  // "Lost the 2014 World Cup final", "top 5 economies": numbers do not part a phrase.
  const spoken = all.filter(word => !/^\d+$/.test(word.folded))
  const apart = windows(spoken, LONGEST_PHRASE).filter(
    own => all.indexOf(own.at(-1) as Word) - all.indexOf(own[0] as Word) >= own.length,
  )
  return [...windows(all, LONGEST_PHRASE), ...apart].flatMap(own => {
    const senses = lexicon.find(own.map(({ stem }) => stem))
    // "GDP, growth" are two.
    return senses.length === 0 || /[,;:]\s/.test(textOf(text, own))
      ? []
      : [{ ...spanOf(text, own), senses }]
  })
}

export function findSubjects(text: string, all: readonly Word[], facts: Facts): Spanned<Mention>[] {
  const candidates = windows(all, LONGEST_PHRASE).map(own => {
    const key = joinWords(own.map(({ folded }) => folded))
    // "japans population"
    return { own, key, bare: /[a-z]{3}s$/.test(key) ? key.slice(0, -1) : key }
  })
  const keys = candidates.flatMap(({ key, bare }) => [key, bare])
  const found = Map.groupBy(facts.findSubjects(keys), ({ key }) => key)
  // "Korea" may be either; "Gaza" is a part of what the collections call by this name.
  for (const { key } of candidates) {
    const names = NAMES[key] ?? []
    if (names.length > 0)
      found.set(
        key,
        facts.findSubjects(names).filter(one => !one.isCode),
      )
  }
  return candidates.flatMap(({ own, key, bare }): Spanned<Mention>[] => {
    const written = textOf(text, own)
    const owners = (found.get(bare) ?? []).filter(
      ({ name, subject }) => subject.kind === 'country' && name === subject.name,
    )
    // "C. V. Raman"
    const isInitial = /^\p{Lu}$/u.test(written) && text[own[0]?.end ?? 0] === '.'
    const known = isInitial ? [] : (found.get(key) ?? owners)
    const named = known.filter(one => isMeant(one, { written, own }))
    if (named.length === 0) return []
    const isOwnName = named.some(({ subject, name }) => name === subject.name)
    return [{ ...spanOf(text, own), subjects: named.map(({ subject }) => subject), isOwnName }]
  })
}

const OF_PLACE = /\b(?:headquarters|based) (?:in|outside)\b[^?]*$/i
const everyday = new WeakMap<Facts, ReadonlyMap<string, Subject>>()

/** Companies by all of their names, their everyday ones, such as "Ford", and the first words that one of the index has. */
export function findMembers(
  text: string,
  mentions: readonly Spanned<Mention>[],
  { all, facts }: { readonly all: readonly Word[]; readonly facts: Facts },
): Spanned<Mention>[] {
  const called = everyday.get(facts) ?? readEveryday(facts)
  everyday.set(facts, called)
  const known = mentions.flatMap(one => {
    const subjects = one.subjects.filter(({ kind }) => kind === 'company')
    return subjects.length > 0 ? [{ ...one, subjects }] : []
  })
  const others = windows(all, LONGEST_PHRASE).flatMap((own): Spanned<Mention>[] => {
    const subject = called.get(joinWords(own.map(({ folded }) => folded)))
    const isName = own.some(one => /^\p{Lu}/u.test(one.text))
    return subject && isName ? [{ ...spanOf(text, own), subjects: [subject], isOwnName: true }] : []
  })
  const isSame = (one: Span, other: Span) => one.start === other.start && one.end === other.end
  return [...known, ...others.filter(one => !known.some(other => isSame(one, other)))].filter(
    ({ start }) => !OF_PLACE.test(text.slice(0, start)),
  )
}

function readEveryday(facts: Facts): ReadonlyMap<string, Subject> {
  const attribute = facts.attributes().find(({ collection }) => collection === 'sp500')
  const rows = attribute ? facts.find({ attributes: [attribute.id] }) : []
  const members = new Set(rows.map(({ subject }) => subject.id))
  const names = facts.namesOfKind('company').filter(({ subject }) => members.has(subject.id))
  const parts = names.flatMap(({ key, name, isCode, subject }) => {
    if (isCode) return (ALIASES[name] ?? []).map(alias => ({ key: keyOf(alias), subject }))
    const own = key.split(' ')
    return own.flatMap((_, at) => {
      const part = own.slice(0, at).join(' ')
      return part.length < SHORTEST ? [] : [{ key: part, subject }]
    })
  })
  return new Map(
    [...Map.groupBy(parts, ({ key }) => key)].flatMap(([key, found]) => {
      const [subject] = found.map(one => one.subject)
      const isOne = found.every(one => one.subject.id === subject?.id)
      return subject && isOne ? [[key, subject] as const] : []
    }),
  )
}

function keyOf(name: string): string {
  return joinWords(words(name).map(({ folded }) => folded))
}

/** A code counts only in capitals, and a single lower-case word only if it names a place. */
function isMeant(
  { name, isCode, subject }: ReturnType<Facts['findSubjects']>[number],
  { written, own }: { written: string; own: readonly Word[] },
): boolean {
  if (isCode) return written === name
  if (own.length > 1) return true
  // "eBay"
  const isCapital = /^(?:\P{Ll}|\p{Ll}\p{Lu})/u.test(written)
  if (STOP_WORDS.has(own[0]?.folded ?? '') && written !== name) return false
  return isCapital || ['country', 'territory', 'region'].includes(subject.kind)
}

/** Rewrites unknown words that are one slip away from exactly one known word or name of a country. */
export function respell(
  {
    text,
    rest,
  }: {
    readonly text: string
    readonly rest: readonly string[]
  },
  { facts, lexicon }: { readonly facts: Facts; readonly lexicon: Lexicon },
): string | undefined {
  const names = facts.namesOfKind('country').filter(({ isCode }) => !isCode)
  // One country has many names that are alike: "kazakhstan", "kazachstan".
  const whole = new Map(names.map(({ key, subject }) => [key, subject.name]))
  const named = names.flatMap(({ key }) => key.split(' '))
  const known = [...new Set([...named, ...lexicon.spelled])]
  let respelled = text
  for (const word of rest) {
    const written = word.toLowerCase().replace(/['’]s$/, '')
    const near = known.filter(one => isSlipOf(written, one))
    const owner = near.filter(one => `${one}s` === written)
    const [only, ...others] = new Set(
      (owner.length > 0 ? owner : near).map(one => whole.get(one) ?? one),
    )
    if (only && others.length === 0) respelled = respelled.replace(word, only)
  }
  return respelled === text ? undefined : respelled
}

function spanOf(text: string, own: readonly Word[]) {
  const [{ start } = { start: 0 }] = own
  const end = own.at(-1)?.end ?? start
  return { text: textOf(text, own), start, end, words: own, isNegated: false }
}

function textOf(text: string, own: readonly Word[]): string {
  return text.slice(own[0]?.start, own.at(-1)?.end).replace(/['’]s$/, '')
}

/** The answer to a question, if facts have it, and what the question is about. */
export interface Answered {
  /** True if every word was understood and a figure of a place is asked for: documents then know no better. */
  readonly isRead?: boolean
  /** Undefined if the facts do not cover the question. */
  readonly answer?: FactAnswer
  readonly mentions: readonly Mention[]
  /** Words of an answered question that were not understood. */
  readonly rest?: readonly string[]
}

/** A mention of subjects that the text does not name. */
export function mentionOf(...subjects: readonly Subject[]): Mention {
  const place = { text: subjects[0]?.name ?? '', start: 0, end: 0 }
  return { ...place, subjects, isOwnName: true, isNegated: false }
}
