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

const POLITE_END = new RegExp(`(?<![\\s,;:(])[\\s,;:(]*(?:(?<!\\p{L})${POLITE})?[\\s,;:(]*$`, 'iu')
const POLITE_START = new RegExp(`^[\\s,;:)]*(?:${POLITE}(?!\\p{L}))?[\\s,]*`, 'iu')
/** How the language may be asked for, by the group of the pattern that has its name. */
const WAYS = ['near', 'far', 'before', 'alone'] as const
const IN_ENGLISH = '(?:answer|respond|reply|write)(?!\\p{L})'
/** "Antworte mir" asks for nothing but an answer. */
const MOST_REQUEST_WORDS = 2
const ANY_REQUEST = new RegExp(
  `^(?:${LANGUAGE_REQUESTS.map(({ request }) => request).join('|')})`,
  'iu',
)

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
  return lastRequest(smallLetters(looked.normalize('NFC')))?.tag
}

/** A sentence without the words that say in which language to answer; empty if it says nothing else. */
export function withoutLanguageRequest(sentence: string): string {
  const text = smallLetters(sentence.normalize('NFC'))
  if (sentence.length > LOOKED_AT || text.length !== sentence.length) return sentence
  const request = lastRequest(text)
  if (!request) return sentence
  const [start, end] = request.phrase
  const before = sentence.slice(0, start).replace(POLITE_END, '')
  const after = sentence.slice(end).replace(POLITE_START, '')
  const rest = `${before}${/^\p{P}/u.test(after) ? '' : ' '}${after}`.trim()
  const bare = rest.replace(POLITE_START, '').replace(POLITE_END, '')
  const isRequest = bare.split(/\s+/).length <= MOST_REQUEST_WORDS && ANY_REQUEST.test(bare)
  return isRequest || !/[\p{L}\p{N}]/u.test(bare) ? '' : rest
}

interface FoundRequest {
  readonly tag: string
  readonly at: number
  /** Where "in German" stands. */
  readonly phrase: readonly [number, number]
}

function lastRequest(text: string): FoundRequest | undefined {
  let last: FoundRequest | undefined
  for (const { request, tags } of REQUESTS) {
    // Few languages are named in any text: a pattern of all names would be large.
    const names = [...tags.keys()].filter(name => text.includes(name))
    if (names.length === 0) continue
    for (const { 0: found, index, groups = {}, indices } of text.matchAll(
      patternFor(request, names),
    )) {
      const way = WAYS.find(one => groups[one] !== undefined)
      const phrase = indices?.groups?.[`${way}Phrase`]
      const at = index + found.length
      const tag = tags.get(groups[way ?? ''] ?? '')
      if (tag !== undefined && phrase && at > (last?.at ?? -1)) last = { at, tag, phrase }
    }
  }
  return last
}

function patternFor(
  { phrase, request, isPhraseFirst }: LanguageRequest,
  names: readonly string[],
): RegExp {
  const longestFirst = names.toSorted((one, other) => other.length - one.length)
  const choice = longestFirst.map(RegExp.escape).join('|')
  const wanted = (way: (typeof WAYS)[number]) =>
    `(?<${way}Phrase>${phrase.replace('{}', `(?<${way}>${choice})`)})`
  // Whoever asks in English may say in the other language which one: "Answer auf Deutsch".
  const requests = `${START}(?:${request}|${IN_ENGLISH})[\\p{L}\\p{M}]*`
  const asked = isPhraseFirst
    ? [`${wanted('near')}\\s*(?:${request})`]
    : [
        `${requests}${FEW_WORDS}${wanted('near')}${END}`,
        `${requests}${REST_OF_CLAUSE}${wanted('far')}${CLAUSE_ENDS}`,
        `${CLAUSE_BEGINS}${wanted('before')}\\s+${requests}`,
      ]
  const alone = `${CLAUSE_BEGINS}${wanted('alone')}${CLAUSE_ENDS}`
  return new RegExp([...asked, alone].join('|'), 'dgu')
}
