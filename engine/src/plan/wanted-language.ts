import { LANGUAGE_CODES } from '@footnote/contract/codes'
import { detectLanguage } from '../text/detect-language.ts'
import { languageTag } from '../text/language-tag.ts'

/** Languages in which a caller may name the language of the answer: "in German", "auf Deutsch". */
const LOCALES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'sv']
/** Tags of names that do not say which variant is meant. */
const WITHOUT_VARIANT: Readonly<Record<string, string>> = { zh: 'zh', pt: 'pt', no: 'nb' }
const LOOKED_AT = 2_000
/** A longer clause mentions a language without asking for it, unless it begins as a request. */
const MOST_WORDS = 6
const REQUEST = /^(?:please\s+)?(?:answer|respond|reply|write|draft|summari[sz]e|report)\b/i

const names = languageNames()
// "Novels written in German" is no request.
const PHRASE = new RegExp(
  `(?<!\\p{L}(?:ed|en)\\s{1,9})(?<![\\p{L}\\p{N}])(?:in|into|auf|en|em|på)\\s{1,9}(?:the\\s+|het\\s+)?(?<name>${[
    ...names.keys(),
  ]
    .toSorted((one, other) => other.length - one.length)
    .map(RegExp.escape)
    .join('|')})(?:\\s+language)?(?![\\p{L}\\p{N}])`,
  'iu',
)

/** Returns the language that the input asks for, or else its own; undefined if neither is plain. */
export function wantedLanguage(input: string): string | undefined {
  const text =
    input.length <= 2 * LOOKED_AT
      ? input
      : `${input.slice(0, LOOKED_AT)}\n${input.slice(-LOOKED_AT)}`
  const asked = text.split(/[.?!:,;()\n]/).flatMap(clause => languageRequest(clause)?.tag ?? [])
  return asked.at(-1) ?? detectLanguage(input)
}

/** Removes "in German" from a sentence that asks for an answer in German. */
export function withoutLanguageRequest(sentence: string): string {
  if (sentence.length > LOOKED_AT) return sentence
  return sentence
    .split(/(?=[,;:(])|(?<=[.?!:)])/)
    .map(clause => {
      const request = languageRequest(clause)
      if (!request) return clause
      const rest = clause.replace(request.phrase, '')
      return rest.trim().split(/\s+/).length > 2 ? rest : (/[.?!]+$/.exec(rest)?.[0] ?? '')
    })
    .join('')
    .replace(/^[\s,;:]+|\s+(?=[.?!]*$)/g, '')
}

function languageRequest(clause: string): { tag: string; phrase: string } | undefined {
  const found = PHRASE.exec(clause)
  const tag = names.get(found?.groups?.['name']?.toLowerCase() ?? '')
  if (!found || tag === undefined) return undefined
  const isShort = clause.trim().split(/\s+/).length <= MOST_WORDS
  const isAtEnd = /^[\s.?!:,;()]*(?:\p{L}+[\s.?!)]*)?$/u.test(
    clause.slice(found.index + found[0].length),
  )
  const isRequest =
    REQUEST.test(clause.replace(/^[\s,;:(]+/, '')) && (isAtEnd || found.index <= MOST_WORDS * 4)
  return isRequest || (isShort && isAtEnd) ? { tag, phrase: found[0] } : undefined
}

function languageNames(): Map<string, string> {
  const found = new Map<string, string>()
  const tags = [
    ...[...LANGUAGE_CODES].map(code => code.toLowerCase()),
    ...Object.keys(WITHOUT_VARIANT),
  ]
  for (const locale of LOCALES) {
    const display = new Intl.DisplayNames([locale], { type: 'language' })
    for (const tag of tags) {
      found.set((display.of(tag) ?? tag).toLowerCase(), WITHOUT_VARIANT[tag] ?? tag)
    }
  }
  return found
}

const known = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Returns the tag of an existing language, written as a tag or by its name. */
export function knownLanguage(written: string): string | undefined {
  const tag = languageTag(written)
  if (tag === undefined) return names.get(written.trim().toLowerCase())
  const [language = ''] = tag.split('-')
  const isReal = (one: string) => known.of(one) !== undefined
  // An unknown region makes no other language.
  if (!isReal(language)) return undefined
  return isReal(tag) ? tag : language
}
