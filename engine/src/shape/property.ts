import { measureOf, scaleOfWord } from '../text/lex/units.ts'
import { contentWords, words } from '../text/words.ts'
import { saysLess } from '../verify/wrong-figures.ts'

/** A property of the caller's schema in words. */
export interface Property {
  readonly name: string
  /** Names of the objects around it, the outermost first. */
  readonly around: readonly string[]
  /** The first sentence of its description; the rest says how to write the value. */
  readonly gist: string
  readonly unit: Unit
}

/** The unit in which a property wants its number, as far as its name and description say. */
export interface Unit {
  /** Divisor of the number: 1e6 for millions. */
  readonly scale: number
  /** Names of measures as `measureOf` returns them; empty if any will do. */
  readonly measures: ReadonlySet<string>
  readonly isYear: boolean
  /** Whether it asks for a loss or a decrease, which may be written without a sign. */
  readonly isLoss: boolean
}

/** Roles that a name alone gives a property. */
export type Role = 'summary' | 'sources' | 'subject' | 'rank' | 'value'

const LONGEST_NAME = 120
const LONGEST_GIST = 160
const SCALE = /(?<!\b(?:per|each) )\b(thousand|million|mn|billion|bn|trillion)s?\b(?: of)?/
const IN_UNIT = /\bin ((?:(?:thousand|million|billion|trillion)s?\b ?)?(?:of )?[^.;,()]{0,30})/
const YEAR =
  /(?<!\b(?:per|each|a|an|\d+) )\byear$|^year\b|\b(?:founded|established|built|born|died)$/
const MOST_UNIT_WORDS = 3
/** Words that say in what form a value is wanted and that no source needs to use. */
const FORM =
  /^(?:years?|dates?|numbers?|counts?|amounts?|values?|percent|percentage|pct|names?|lists?|rates?|per|\d{4})$/
const SUMMARY = /^(?:\w+ )?(?:summary|answer|report|overview|conclusion|explanation)$/
const SOURCES = /^(?:\w+ )?(?:sources?|citations?|references?|urls?|links?)(?: (?:url|link)s?)?$/
const SUBJECT = /^(?:(?:country|company|organi[sz]ation|entity|subject)(?: name)?|name|title)$/

const RANK = /^(?:rank|ranking|position|place)$/

export function propertyOf(
  names: readonly string[],
  description: string,
  { unit = '' }: { readonly unit?: string } = {},
): Property {
  const said = names.map(wordsOfName).filter(one => one !== '')
  const name = said.at(-1) ?? ''
  const gist = gistOf(description)
  return {
    name,
    around: said.slice(0, -1),
    gist,
    unit: unitOf(`${name} ${unit}`.trim(), description),
  }
}

/** `gdpPerCapita` and `gdp_per_capita` are "gdp per capita". */
export function wordsOfName(name: string): string {
  return name
    .slice(0, LONGEST_NAME)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

export function roleOf({ name }: Pick<Property, 'name'>): Role {
  if (SUMMARY.test(name)) return 'summary'
  if (SOURCES.test(name)) return 'sources'
  if (RANK.test(name)) return 'rank'
  return SUBJECT.test(name) ? 'subject' : 'value'
}

/** The name without its unit, for a question: "gdp" of "gdp usd billions". */
export function askedName({ name }: Pick<Property, 'name'>): string {
  const plain = name.replace(SCALE, ' ').replace(/\s+/g, ' ').trim()
  const all = plain.split(' ')
  const length = unitWords(plain)
  return (all.length > length ? all.slice(0, all.length - length).join(' ') : plain) || name
}

/** Stems of the words that a source has to use to speak of the property. */
export function askedStems(phrase: string): string[] {
  const own = contentWords(phrase).filter(({ folded }) => !FORM.test(folded))
  return [...new Set(own.map(({ stem }) => stem))]
}

function gistOf(description: string): string {
  const [gist = ''] = description
    .slice(0, 400)
    .split(/[.;:(\n]|,?\s(?:e\.g\.|for example|such as|in the format)/i)
  return gist.trim().slice(0, LONGEST_GIST)
}

function unitOf(name: string, description: string): Unit {
  const [, told = ''] = IN_UNIT.exec(description.slice(0, 400).toLowerCase()) ?? []
  const [, scale = ''] = SCALE.exec(name) ?? SCALE.exec(told) ?? []
  const plain = [name, told].map(text => text.replace(SCALE, ' ').replace(/\s+/g, ' ').trim())
  const isYear = YEAR.test(name) || /^(?:the )?year\b|\bwhich year\b/i.test(description)
  const [own = '', other = ''] = plain.map(text => lastWords(text, unitWords(text)))
  const measures = measureOf(own).size > 0 ? measureOf(own) : measureOf(other)
  return {
    scale: scaleOfWord(scale) ?? 1,
    measures: isYear ? new Set() : measures,
    isYear,
    isLoss: saysLess(`${name} ${description.slice(0, 400)}`),
  }
}

/** Number of words at the end of a name that are a unit; a name that is nothing else has none. */
function unitWords(text: string): number {
  const count = words(text).length
  for (let length = Math.min(MOST_UNIT_WORDS, count); length > 0; length--) {
    // "Vehicles per day" counts no days.
    if (measureOf(lastWords(text, length)).size > 0) return /\bper \S+$/.test(text) ? 0 : length
  }
  return 0
}

function lastWords(text: string, length: number): string {
  return length === 0 ? '' : text.split(' ').slice(-length).join(' ')
}
