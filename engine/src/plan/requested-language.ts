import { languageNames, smallLetters } from './language-names.ts'
import { LANGUAGE_REQUESTS, type LanguageRequest } from './language-requests.ts'

/** Whoever wants a language says so first or last. */
const LOOKED_AT = 2_000
const START = '(?<![\\p{L}\\p{M}\\p{N}])'
const END = '(?![\\p{L}\\p{M}\\p{N}])'
const FEW_WORDS = "(?:(?:[^\\S\\n]+[\\p{L}\\p{M}'’-]+){0,3}[\\s,:]+)?"
const REST_OF_CLAUSE = '[^.!?\\n]{0,200}?\\s'
const POLITE =
  "(?:please|bitte|por favor|per favore|s['’]il (?:te|vous) plaît|graag|alstublieft|proszę|prosím|lütfen|пожалуйста|будь ласка|svp)"
const CLAUSE_BEGINS = `(?:^|[.!?,;:(\\n。！？，、（])\\s*(?:${POLITE},?\\s+)?`
const CLAUSE_ENDS = `(?=(?:,?\\s*${POLITE})?\\s*(?:$|[.!?:)\\n。！？）]))`

const REQUESTS = LANGUAGE_REQUESTS.map(request => ({
  request,
  tags: languageNames(request.locale, request.inflect),
}))

/** The language that a text asks to be answered in, if it does: the one that it names last. */
export function requestedLanguage(input: string): string | undefined {
  const looked =
    input.length <= 2 * LOOKED_AT
      ? input
      : `${input.slice(0, LOOKED_AT)}\n${input.slice(-LOOKED_AT)}`
  const text = smallLetters(looked.normalize('NFC'))
  let last: { at: number; tag: string } | undefined
  for (const { request, tags } of REQUESTS) {
    // Few languages are named in any text: a pattern of all names would be large.
    const names = [...tags.keys()].filter(name => text.includes(name))
    if (names.length === 0) continue
    for (const { 0: found, index, groups } of text.matchAll(patternFor(request, names))) {
      const name = Object.values(groups ?? {}).find(group => group !== undefined)
      const at = index + found.length
      const tag = tags.get(name ?? '')
      if (tag !== undefined && at > (last?.at ?? -1)) last = { at, tag }
    }
  }
  return last?.tag
}

function patternFor(
  { phrase, request, isPhraseFirst }: LanguageRequest,
  names: readonly string[],
): RegExp {
  const longestFirst = names.toSorted((one, other) => other.length - one.length)
  const choice = longestFirst.map(RegExp.escape).join('|')
  const wanted = (group: string) => phrase.replace('{}', `(?<${group}>${choice})`)
  const requests = `${START}(?:${request})[\\p{L}\\p{M}]*`
  const asked = isPhraseFirst
    ? [`${wanted('near')}\\s*(?:${request})`]
    : [
        `${requests}${FEW_WORDS}${wanted('near')}${END}`,
        `${requests}${REST_OF_CLAUSE}${wanted('far')}${CLAUSE_ENDS}`,
      ]
  const alone = `${CLAUSE_BEGINS}${wanted('alone')}${CLAUSE_ENDS}`
  return new RegExp([...asked, alone].join('|'), 'gu')
}
