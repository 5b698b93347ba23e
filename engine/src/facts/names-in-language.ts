import codes from '../../data/codes.json' with { type: 'json' }
import type { Fact } from './fact.ts'
import { LANGUAGES } from './languages.ts'
import { itemsOf } from './say-items.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
type Kind = 'region' | 'language'
/** Codes by the names that the sources write, where Unicode's data have others. */
const KNOWN: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  region: codes.regions,
  language: codes.languages,
}
const CURRENCIES: Readonly<Record<string, string>> = codes.currencies
/** Kinds of names in lists, by label. */
const KINDS: Readonly<Record<string, Kind>> = {
  'Land boundaries': 'region',
  'Exports - partners': 'region',
  'Imports - partners': 'region',
  Languages: 'language',
}
const byName = new Map<Kind, ReadonlyMap<string, string>>()

/** The name of a country or a language in another language; undefined if Unicode's data lack it. */
export function nameIn(language: string, name: string, kind: Kind): string | undefined {
  const given = LANGUAGES[language]?.items[name]
  if (given !== undefined) return given
  const own = byName.get(kind) ?? codesOf(kind)
  byName.set(kind, own)
  const plain = name.replace(/ and (?:the )?/g, ' & ').replace(/^Saint /, 'St. ')
  const code = KNOWN[kind][name] ?? own.get(name) ?? own.get(plain)
  const named = code && new Intl.DisplayNames(language, { type: kind, fallback: 'none' }).of(code)
  return named || undefined
}

/** Codes by the English names of Unicode's data. */
function codesOf(kind: Kind): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames('en', { type: kind, fallback: 'none' })
  const all = LETTERS.flatMap(first => LETTERS.map(second => first + second))
  return new Map(
    all.flatMap(code => {
      const own = kind === 'region' ? code.toUpperCase() : code
      const name = english.of(own)
      return name === undefined ? [] : [[name, own] as const]
    }),
  )
}

/** "Schweizer Franken" for "Swiss francs (CHF) per US dollar". */
export function currencyIn(language: string, value: string): string {
  const { name = value, code = '' } =
    /^(?<name>.*?)(?: \((?<code>[^()]*)\))?(?: per US dollar)?$/.exec(value)?.groups ?? {}
  const own = CURRENCIES[name] ?? CURRENCIES[code] ?? code
  const isCode = /^[A-Z]{3}$/.test(own)
  const named = isCode && new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' })
  const said = named ? named.of(own) : undefined
  return said === undefined ? name : `${said} (${own})`
}

/** The items of a list in another language, with their figures in brackets. */
export function itemsIn(
  language: string,
  { attribute, text = '' }: Fact,
  write: (value: string) => string,
): string | undefined {
  const kind = KINDS[attribute.label]
  const { items: terms = {} } = LANGUAGES[language] ?? {}
  const [, list = text, date = ''] = /^(.*?)( \(\d{4}(?: est\.)?\))?$/s.exec(text) ?? []
  // "Less common languages include Spanish, …, and many minor Amerindian languages".
  const items = itemsOf(
    list.replace(/\b[\w ]+ include\s+/g, '').replace(/,? and (?:many|numerous)\b[^,;]*/g, ''),
  ).flatMap(one => [one, ...(one.rest ? itemsOf(one.rest.replace(/^ and /, '')) : [])])
  if (items.length === 0 || list.includes(':')) return undefined
  const termOf = (word: string) => terms[word] ?? word
  const said = items.map(({ name, notes, figure }) => {
    const own = (kind && nameIn(language, name, kind)) ?? termOf(name)
    // "Official and most widely spoken".
    const known = notes.flatMap(
      note => terms[note] ?? terms[note.replace(/^(official) .*/, '$1')] ?? [],
    )
    const more = [...known, ...(figure ? [write(figure)] : [])]
    return more.length > 0 ? `${own} (${more.join(', ')})` : own
  })
  return `${listOf(said, language)}${write(date)}`
}

/** Capitals and towns in another language: "Hanoï" for "Hanoi (Ha Noi)". Notes stay if they say what a capital is for. */
export function citiesIn(language: string, text: string): string {
  const { items = {} } = LANGUAGES[language] ?? {}
  const said = text.split(/; |, (?=[^()]*\()/).map(one => {
    const [, name = one, note = ''] = /^(.*?)(?: in Romanian)?(?: \((.*)\))?$/.exec(one) ?? []
    const own = items[name] ?? name
    return items[note] === undefined ? own : `${own} (${items[note]})`
  })
  return listOf(said, language)
}

/** "A, b and c" as the language writes it. */
export function listOf(items: readonly string[], language: string): string {
  const { comma = ', ', and = ' ' } = LANGUAGES[language]?.frames ?? {}
  const last = items.at(-1) ?? ''
  return items.length > 1 ? `${items.slice(0, -1).join(comma)}${and}${last}` : last
}
