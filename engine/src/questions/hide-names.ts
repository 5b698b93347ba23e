import { lexiconOf } from '../facts/answer-question.ts'
import type { Facts, NamedSubject } from '../facts/facts.ts'
import { findSubjects } from '../facts/find-named.ts'
import { LANGUAGES, withoutElision, withoutPrefix } from '../facts/languages.ts'
import type { Lexicon } from '../facts/lexicon.ts'
import { coreWords, LARGEST, sayName } from '../finance/companies/company-names.ts'
import {
  type CompanyMention,
  findCompanies,
  findMentions,
} from '../finance/companies/find-companies.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import { nameKey } from '../library/find-titles.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { overlaps, type Span } from '../text/span.ts'
import { fold, words } from '../text/words.ts'
import { findPlaces, groupsIn, type Window, windowsOf } from './find-places.ts'

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
/** Names that are ordinary words in small letters or at the beginning, and words that a slip makes a name of. */
const WORDS =
  /^(?:(?:dal|met|ventas|anthem|clean|nato|five|über|best|block|match|gap|services?|ppl|capita|news|islands?|sedes|strategy)(?: companies)?|[Tt]ake|LNG|(?:das )?Factbook|Berkeley)$/
/** Ordinary words of other languages, some of which differ from a name by a letter. */
const OTHER_WORDS =
  /^(?:capitale?|cinco|dal|esten|gan[aoó]|kinder|m[aá]s|m[eé]dico|menos|merci|metà|nee|oma|quanto|services?|ventas)$/i
/** The name of an owner, which has no apostrophe in German. */
const OWNER = /(?<!\p{L})(\p{Lu}\p{L}{2,}[^s\P{L}])s(?= \p{L})/gu
/** Between two names of a list. */
const LISTED = /^(?:[,;/&+\s]|and|or|vs)+$/
/** "I" and "had" in Portuguese and French. */
const EU = /^eu$/
/** The World Cup and the Euro in German, elsewhere a ticker. */
const CUP = /^[WE]M$/i
/** In a question about languages, "français" is one. */
const OF_LANGUAGES =
  /langu|langag|l[ií]ngua|\b(?:ge|amts|landes|mutter)?spr[aeio]ch|\bspr[eo]ek|\bspreken|\btaal|\btalen\b|\bparl(?!a?e?i?ment|iament|a?mi\b|e[zr]?[- ]moi)|\bhabl(?!a(?:me|r?nos)\b)|\bfala|\bidiom|اللغ|لغة|ناطق|[تي]تحدث/i
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
function findNames(written: string, { facts, companies }: HideOptions): Name[] {
  const text = withoutElision(written)
  const lexicon = lexiconOf(facts)
  const windows = windowsOf(text)
  const places = findPlaces(text, { facts, lexicon, windows })
  const [slips = [], exact = []] = [true, false].map(isSlip =>
    places
      .filter(one => (one.isSlip ?? false) === isSlip)
      .map((one): Name => ({ ...one, kind: 'c' })),
  )
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
  let detected: string | undefined
  const language = () => (detected ??= detectLanguage(text) ?? 'und')
  const firms = findFirms(withOwners(text, { store: companies, language }), companies).map(
    (one): Name => (text.charAt(one.end) === 's' ? { ...one, end: one.end + 1 } : one),
  )
  const foreign = findForeign(text, {
    foreign: foreignNames(facts, lexicon, companies),
    windows,
    language,
  })
  // "Ford" is a company, unless the question is about presidents.
  const named = OFFICE.test(text) ? [...people, ...firms] : [...firms, ...people]
  const found: Name[] = []
  const all = [...years, ...groups, ...exact, ...foreign, ...slips, ...named]
  const meant = all.filter(({ start, end, name, kind }) => {
    const own = text.slice(start, end)
    if (WORDS.test(own) || /\bcopa $/i.test(text.slice(0, start))) return false
    // "French-speaking" and "Is Spanish an official language" name languages.
    if (kind === 'c' && own !== name && isLanguage(text, { start, end })) return false
    // "Africa Cup" is the name of a tournament.
    if (/^n? cup\b/i.test(text.slice(end))) return false
    if (OTHER_WORDS.test(own)) return language() === 'en'
    return (
      !(CUP.test(own) && language() === 'de') && !(EU.test(own) && /^(?:fr|pt)$/.test(language()))
    )
  })
  for (const one of meant.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (!overlaps(one, found)) found.push(one)
  const inOrder = found.toSorted((one, other) => one.start - other.start)
  return inOrder.filter((one, at) => {
    const isFirm = (other?: Name) =>
      other?.kind === 'k' &&
      LISTED.test(text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start)))
    // "American" among airlines is one that is not held, and so is "American Airlines" beside one.
    const isWord = one.kind === 'c' && text.slice(one.start, one.end) !== one.name
    const beside = [inOrder[at - 1], inOrder[at + 1]].filter(isFirm).length
    return !isWord || beside < (/^ \p{Lu}/u.test(text.slice(one.end)) ? 1 : 2)
  })
}

function isLanguage(text: string, { start, end }: Span): boolean {
  return (
    /^(?:[- ]speaking| (?:as |is )?(?:an? )?(?:official|language))/i.test(text.slice(end)) ||
    /\bspeak(?:s|ing)? $/i.test(text.slice(0, start))
  )
}

/** "Nvidia' Umsatz" for "Nvidias Umsatz" in German, which is as long. */
function withOwners(
  text: string,
  { store, language }: { store: CompanyStore; language: () => string },
): string {
  if (text.search(OWNER) < 0 || language() !== 'de') return text
  const { byFirstWord } = store.directory
  const isName = (word: string) =>
    byFirstWord.get(word)?.some(one => one.place < LARGEST && one.words.length === 1) === true
  return text.replace(OWNER, (word, name: string) =>
    isName(fold(name)) && !byFirstWord.has(fold(word)) ? `${name}'` : word,
  )
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

interface ForeignName extends Pick<Name, 'name' | 'kind'> {
  readonly language: string
  /** A form with a capital letter counts only as written here, and in its language: "VS" for the US. */
  readonly exact?: string | undefined
  /** True of an adjective or an inhabitant, which may be the name of a language. */
  readonly isOfPeople: boolean
}

type Foreign = ReadonlyMap<string, ForeignName>

interface ForeignOptions {
  readonly foreign: Foreign
  readonly windows: readonly Window[]
  readonly language: () => string
}

function findForeign(text: string, { foreign, windows, language }: ForeignOptions): Name[] {
  const found = windows.flatMap(({ start, end, key }) => {
    const own = foreign.get(key) ?? foreign.get(withoutPrefix(key))
    return own ? [{ start, end, ...own }] : []
  })
  const mayBePeople = () => language() !== 'en' && !OF_LANGUAGES.test(text)
  return found.filter(
    ({ start, end, exact, isOfPeople, ...own }) =>
      (!isOfPeople || mayBePeople()) &&
      (exact === undefined || (exact === text.slice(start, end) && own.language === language())),
  )
}

const known = new WeakMap<Facts, Foreign>()

/** Names by the words of other languages. */
function foreignNames(facts: Facts, lexicon: Lexicon, store: CompanyStore): Foreign {
  const own = known.get(facts)
  if (own) return own
  const made = new Map<string, ForeignName>()
  for (const [language, { names, peoples = {}, endings = {} }] of Object.entries(LANGUAGES)) {
    const add = (form: string, named: Pick<ForeignName, 'name' | 'kind' | 'isOfPeople'>) => {
      const exact = /^\p{Lu}/u.test(form) ? form : undefined
      made.set(nameKey(withoutElision(form)), { ...named, language, exact })
    }
    for (const [name, forms] of Object.entries(peoples))
      for (const form of forms.split(' ').flatMap(one => inflect(one, endings)))
        add(form, { name, kind: 'c', isOfPeople: true })
    for (const [english, forms] of Object.entries(names)) {
      const named = { ...resolve(english, { facts, lexicon, store }), isOfPeople: false }
      for (const form of forms) add(form, named)
    }
  }
  known.set(facts, made)
  return made
}

/** "polnische" and the like for "polnisch/a". */
function inflect(form: string, endings: Readonly<Record<string, string>>): string[] {
  const [stem = '', ending = ''] = form.split('/')
  return (endings[ending] ?? '*').split(' ').map(one => one.replace('*', stem))
}

/** The subject that a name of the collections stands for. */
function resolve(
  english: string,
  { facts, lexicon, store }: { facts: Facts; lexicon: Lexicon; store: CompanyStore },
): Pick<Name, 'name' | 'kind'> {
  const isAll = ({ start, end }: Span) => start === 0 && end === english.length
  const group = groupsIn(english, lexicon).find(isAll)
  if (group) return { name: group.name, kind: 'g' }
  const place = findPlaces(english, { facts, lexicon }).find(isAll)
  if (place) return { name: place.name, kind: 'c' }
  const isPerson = ({ subject: { kind, name } }: NamedSubject) =>
    PEOPLE.includes(kind) && name === english
  if (facts.findSubjects([english]).some(isPerson)) return { name: english, kind: 'p' }
  const [firm] = findMentions(english, store.companies)
  return firm ? { name: sayName(firm.company), kind: 'k' } : { name: english, kind: 'tournament' }
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
