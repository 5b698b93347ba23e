import { lexiconOf } from '../facts/answer-question.ts'
import { findPhrases } from '../facts/find-named.ts'
import { glossQuestion } from '../facts/languages.ts'
import type { Lexicon } from '../facts/lexicon.ts'
import { spelledNumbers } from '../text/lex/spelled-numbers.ts'
import { joinAnd } from '../text/say.ts'
import { words } from '../text/words.ts'
import { findPlaces } from './find-places.ts'
import {
  listOf,
  maskNames,
  NOT_RESTATED,
  type Restated,
  type RestateOptions,
  timesIn,
  type Understood,
} from './restate.ts'

const OF_COUNTRIES = /\b(?:countr(?:y|ies)|nations?)\b/i
const MOST_RANKED = 50
/** A country without a king has no answer to who its king is. */
const OFFICE =
  /\b(?:vice president|president|prime minister|chancellor|king|queen|monarch|emperor|sultan|emir)\b/i
const OFFICES = ['head of state', 'head of government']

/** Restates a question about countries; `before` are the names of the question before it. */
export async function restateAboutCountries(
  text: string,
  { reader, facts, before, signal }: RestateOptions & { readonly before: readonly string[] },
): Promise<Restated> {
  const lexicon = lexiconOf(facts)
  const places = findPlaces(text, { facts, lexicon })
  const own = [...new Set(places.map(({ name }) => name))]
  const names = own.length > 0 ? own : before
  const gloss = glossQuestion(text, facts)
  const english = gloss?.text ?? text
  const group = groupIn(english, lexicon)
  if (names.length === 0 && group === undefined && !OF_COUNTRIES.test(english)) return NOT_RESTATED
  const understanding = await reader.understand(maskNames(text, places), signal && { signal })
  // "The African countries" need no other name.
  const isOfGroup = own.length === 0 && (group !== undefined || OF_COUNTRIES.test(english))
  const asked = { ...understanding, text: english, names: isOfGroup ? [] : names }
  return {
    clauses: restateForCountries(asked, group),
    names,
    ...(gloss && { language: gloss.language }),
  }
}

/** Says in plain words what a question about countries asks for; empty if nothing can be said. */
function restateForCountries(
  { text, names, fields, operations }: Understood,
  group: string | undefined,
): string[] {
  const office = OFFICE.exec(text)?.[0].toLowerCase()
  const named = fields
    .filter(({ kind }) => kind === 'country')
    .map(({ phrase }) => (OFFICES.includes(phrase) ? (office ?? phrase) : phrase))
  const phrases = [...new Set(named)]
  const people = fields.filter(({ kind }) => kind === 'any').map(({ phrase }) => phrase)
  const [first] = phrases
  if (first === undefined) return []
  const times = timesIn(text, operations)
  const towards = operations.find(one => one === 'highest' || one === 'lowest')
  const within = group === undefined ? '' : ` in ${group}`
  if (names.length === 0) {
    if (!towards) return []
    const count = countIn(text)
    const which = count === undefined ? 'country' : `${count} countries`
    return [
      `Which ${which}${within} ${count === undefined ? 'has' : 'have'} the ${towards} ${first}${times}?`,
    ]
  }
  const of = ` of ${joinAnd(names)}`
  const ranked =
    towards && names.length > 1
      ? [`Which of ${joinAnd(names)} has the ${towards} ${first}${times}?`]
      : []
  const others = ranked.length > 0 ? phrases.slice(1) : phrases
  if (others.length === 0) return ranked
  const groups = people.length > 0 ? people.map(one => ` of ${one}`) : ['']
  return [
    ...ranked,
    ...groups.map(
      whose => `What ${others.length > 1 ? 'are' : 'is'} ${listOf(others)}${whose}${of}${times}?`,
    ),
  ]
}

/** The region or organization that a question is about, as it names it. */
function groupIn(text: string, lexicon: Lexicon): string | undefined {
  return findPhrases(text, words(text), lexicon)
    .filter(({ senses }) => senses.some(({ type }) => type === 'group' || type === 'member'))
    .toSorted((one, other) => other.text.length - one.text.length)
    .map(({ senses }) => {
      const sense = senses.find(({ type }) => type === 'group' || type === 'member')
      if (sense?.type === 'group') return sense.group
      return sense?.type === 'member' ? sense.said : undefined
    })[0]
}

/** How many are asked for: "the five largest", "top 10". */
function countIn(text: string): number | undefined {
  const digits = [
    ...text.matchAll(
      /(?<![\d.,$€£])\d{1,2}(?![\d.,]*\d|\s*(?:%|percent|million|billion|trillion|years|km))/g,
    ),
  ]
  const spelled = spelledNumbers(text, 'en').filter(({ kind }) => kind === 'number')
  const counts = [...digits.map(([number]) => Number(number)), ...spelled.map(({ value }) => value)]
  return counts.find(count => count > 1 && count <= MOST_RANKED)
}
