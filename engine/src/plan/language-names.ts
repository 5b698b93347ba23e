import { LANGUAGE_CODES } from '@footnote/contract/codes'
import { languageTag } from '../text/language-tag.ts'

/** Names that are used without saying which of their kinds is meant. */
const WITHOUT_KIND = ['zh', 'pt', 'no']
/** Norwegian is written as Bokmål unless somebody says otherwise. */
const MEANT: Readonly<Record<string, string>> = { no: 'nb' }
/** What a language is called besides. */
const OTHER_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { mandarin: 'zh', 'mandarin chinese': 'zh', castilian: 'es', flemish: 'nl' },
  es: { castellano: 'es' },
}

/**
 * What a language calls the languages that sources can be asked for in, in small letters, with their
 * tags. `inflect` says how a name ends where it is used.
 */
export function languageNames(
  locale: string,
  inflect?: { readonly from: RegExp; readonly to: readonly string[] },
): ReadonlyMap<string, string> {
  const display = new Intl.DisplayNames([locale], { type: 'language' })
  const names = new Map(Object.entries(OTHER_NAMES[locale] ?? {}))
  for (const code of [...LANGUAGE_CODES, ...WITHOUT_KIND]) {
    const tag = code.toLowerCase()
    const name = smallLetters(display.of(tag) ?? tag)
    const forms = inflect ? inflect.to.map(end => name.replace(inflect.from, end)) : [name]
    for (const form of forms) names.set(form, MEANT[tag] ?? tag)
  }
  return names
}

/** A capital I with a dot becomes an i with two, which nobody types. */
export function smallLetters(text: string): string {
  return text.toLowerCase().replaceAll('i\u0307', 'i')
}

const known = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
const englishNames = languageNames('en')

/** The tag of a language that exists, written as a tag or in English; undefined for anything else. */
export function knownLanguage(written: string): string | undefined {
  const tag = languageTag(written)
  if (tag === undefined) return englishNames.get(smallLetters(written.trim()))
  const [language = ''] = tag.split('-')
  const isReal = (one: string) => known.of(one) !== undefined
  // A region that nobody knows makes no other language.
  if (!isReal(language)) return undefined
  return isReal(tag) ? tag : language
}
