import { lexiconOf } from '../facts/answer-question.ts'
import type { Facts } from '../facts/facts.ts'
import { findSubjects } from '../facts/find-named.ts'
import { LANGUAGES, LONGEST_NAME, tokensOf, withoutPrefix } from '../facts/languages.ts'
import type { Lexicon } from '../facts/lexicon.ts'
import { coreWords, sayName } from '../finance/companies/company-names.ts'
import {
  type CompanyMention,
  findCompanies,
  findMentions,
} from '../finance/companies/find-companies.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import { nameKey } from '../library/find-titles.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { overlaps, type Span } from '../text/span.ts'
import { words } from '../text/words.ts'
import { findPlaces, groupsIn } from './find-places.ts'

/** A text whose names are placeholders, such as `@c1` for the first place. */
export interface HiddenNames {
  readonly text: string
  /** The name of each placeholder in plain English. */
  readonly names: ReadonlyMap<string, string>
}

interface Name extends Span {
  readonly name: string
  /** Place, company, group, person or team, time, or a tournament, whose English name the model knows. */
  readonly kind: 'c' | 'k' | 'g' | 'p' | 't' | 'tournament'
}

interface HideOptions {
  readonly facts: Facts
  readonly companies: CompanyStore
  /** Placeholders that names already have. */
  readonly known?: ReadonlyMap<string, string>
  /** True to hide no other names than those. */
  readonly isClosed?: boolean
}

/** The model knows as many placeholders of each kind. */
const MOST_OF_KIND = 8
const FISCAL = /\bFY\s?['’]?(?:20)?(?<year>\d\d)\b/gi
const YEAR = /(?<![\d.,$€£@])(?:1[5-9]|20)\d\d(?![\d%]|[.,]\d)/g
/** Between letters of a script without spaces and others. */
const SCRIPTS =
  /(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])(?=[\w])|(?<=[\w])(?=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])/gu
/** Asks about people of the collections. */
const PERSON = /president|nobel|laureate|senator|congress/i
const OFFICE = /pr[eéä]sid|総統|总统|大統領|رئيس/i
/** Names that are ordinary words in small letters, or at the beginning. */
const WORDS =
  /^(?:dal|met|ventas|anthem|clean|nato|five|über|best|block|match|gap|services|ppl)(?: companies)?$/
/** The World Cup and the Euro in German, elsewhere a ticker. */
const CUP = /^[WE]M$/i
/** The kinds of subjects that get the placeholder of people and teams. */
const PEOPLE = ['laureate', 'officeholder', 'team']

/** Hides names and years, so that the model learns none and can copy each. */
export function hideNames(written: string, options: HideOptions): HiddenNames {
  const text = written.replace(FISCAL, (_, year) => `fiscal 20${year}`).replace(SCRIPTS, ' ')
  const { known = new Map(), isClosed = false } = options
  const names = new Map(known)
  const counts = new Map<string, number>()
  for (const key of names.keys())
    counts.set(key.slice(1, 2), (counts.get(key.slice(1, 2)) ?? 0) + 1)
  let hidden = ''
  let at = 0
  for (const { start, end, name, kind } of findNames(text, options)) {
    if (kind === 'tournament') {
      hidden += `${text.slice(at, start)} ${name} `
      at = end
      continue
    }
    const count = (counts.get(kind) ?? 0) + 1
    const same = [...names].find(([key, one]) => one === name && key.startsWith(`@${kind}`))?.[0]
    if (same === undefined && (isClosed || count > MOST_OF_KIND)) continue
    const key = same ?? `@${kind}${count}`
    if (same === undefined) {
      names.set(key, name)
      counts.set(kind, count)
    }
    hidden += `${text.slice(at, start)} ${key} `
    at = end
  }
  return { text: `${hidden}${text.slice(at)}`.replaceAll(/\s+/g, ' ').trim(), names }
}

/** The names and years of a text in order; of two that overlap, the longer one. */
function findNames(text: string, { facts, companies }: HideOptions): Name[] {
  const lexicon = lexiconOf(facts)
  const firms = findFirms(text, companies)
  const places = findPlaces(text, { facts, lexicon }).map((one): Name => ({ ...one, kind: 'c' }))
  const groups = groupsIn(text, lexicon).map((one): Name => ({ ...one, kind: 'g' }))
  // "under eisenhower": where people are asked for, small letters may name them.
  const inCapitals = PERSON.test(text)
    ? text.replace(/(?<!\p{L})\p{Ll}(?=\p{L}{3})/gu, letter => letter.toUpperCase())
    : text
  const people = findSubjects(inCapitals, words(inCapitals), facts).flatMap((one): Name[] => {
    const [subject] = one.subjects.filter(({ kind }) => PEOPLE.includes(kind))
    return subject ? [{ ...one, name: subject.name, kind: 'p' }] : []
  })
  const years = Array.from(text.matchAll(YEAR), ({ 0: year, index }): Name => {
    return { start: index, end: index + year.length, name: year, kind: 't' }
  })
  const foreign = findForeign(text, foreignNames(facts, lexicon, companies))
  // "Ford" is a company, unless the question is about presidents.
  const named = OFFICE.test(text) ? [...people, ...firms] : [...firms, ...people]
  const found: Name[] = []
  const all = [...years, ...groups, ...places, ...foreign, ...named]
  const meant = all.filter(
    ({ start, end }) =>
      !WORDS.test(text.slice(start, end)) &&
      !/\bcopa $/i.test(text.slice(0, start)) &&
      !(CUP.test(text.slice(start, end)) && detectLanguage(text) === 'de'),
  )
  for (const one of meant.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (!overlaps(one, found)) found.push(one)
  return found.toSorted((one, other) => one.start - other.start)
}

/** Companies that a question about figures names, and others whose whole name is written. */
function findFirms(text: string, { companies, directory }: CompanyStore): Name[] {
  const sure = findCompanies(text, { directory, kind: 'finance', isOverview: true })
  const isWhole = ({ company, start, end }: CompanyMention) => {
    const own = coreWords(text.slice(start, end).replace(/['’]s?$/, ''))
    const [first = ''] = own
    if (own.length > 1) return true
    const listings = directory.byFirstWord.get(first) ?? []
    return listings.some(one => one.company === company && one.words.length === 1)
  }
  const others = findMentions(text, companies).filter(one => !one.isUnsure && isWhole(one))
  return [...findMentions(text, sure), ...others].map(({ company, start, end }) => {
    return { start, end, name: sayName(company), kind: 'k' }
  })
}

type Foreign = ReadonlyMap<string, Pick<Name, 'name' | 'kind'>>

function findForeign(text: string, foreign: Foreign): Name[] {
  const tokens = tokensOf(text)
  return tokens.flatMap(({ start }, at) =>
    tokens.slice(at, at + LONGEST_NAME).flatMap(({ end }): Name[] => {
      const key = nameKey(text.slice(start, end))
      const own = foreign.get(key) ?? foreign.get(withoutPrefix(key))
      return own ? [{ start, end, ...own }] : []
    }),
  )
}

const known = new WeakMap<Facts, Foreign>()

/** Names of places, groups of countries and companies by the words of other languages. */
function foreignNames(facts: Facts, lexicon: Lexicon, store: CompanyStore): Foreign {
  const own = known.get(facts)
  if (own) return own
  const made = new Map<string, Pick<Name, 'name' | 'kind'>>()
  for (const { names } of Object.values(LANGUAGES)) {
    for (const [english, forms] of Object.entries(names)) {
      const [group] = groupsIn(english, lexicon).filter(({ text }) => text === english)
      const [place] = findPlaces(english, { facts, lexicon }).filter(
        ({ start, end }) => start === 0 && end === english.length,
      )
      const [firm] = findMentions(english, store.companies)
      const { name = firm ? sayName(firm.company) : english } = group ?? place ?? {}
      const kind = group ? 'g' : place ? 'c' : firm ? 'k' : 'tournament'
      for (const form of forms) made.set(nameKey(form), { name, kind })
    }
  }
  known.set(facts, made)
  return made
}

/** Puts the names back; undefined if a placeholder has none. */
export function showNames(text: string, names: ReadonlyMap<string, string>): string | undefined {
  let isWhole = true
  const shown = text.replace(/@[ckgpt]\d/g, key => {
    const name = names.get(key)
    if (name === undefined) isWhole = false
    return name ?? key
  })
  return isWhole ? shown : undefined
}
