import { contentWords, words } from '../text/words.ts'

const MOST_CHARACTERS = 120

/** A property's name in words: `gdpPerCapita` and `gdp_per_capita` are "gdp per capita". */
export function wordsOfName(name: string): string {
  return name
    .slice(0, MOST_CHARACTERS)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** Words of names and descriptions that say how a value is given, or of what kind, not what it is of. */
const WEAK = stems(
  'country countries nation state city company organization organisation firm corporation entity ' +
    'subject person name title total number count value amount figure estimate estimated latest ' +
    'current recent data info information detail details fact facts stat statistics level text string ' +
    'field property item items entry entries list array object result results record records row rows ' +
    'output response answer unit units usd us dollar dollars eur euro euros gbp percent percentage pct ' +
    'km km2 sqkm kilometer kilometers kilometre kilometres square sq mi mile miles meter meters metre ' +
    'metres million millions billion billions thousand thousands trillion trillions year years rate ' +
    'per official full short given known approximate exact numeric integer decimal date iso format ' +
    'main key overview profile comparison compare metric metrics general short brief',
)

/** The stems that a source must speak of for a value to be of this name. */
export function strongStems(text: string): string[] {
  return allStems(text).filter(stem => !WEAK.has(stem) && !/^\d{1,3}$/.test(stem))
}

export function allStems(text: string): string[] {
  return [...new Set(contentWords(text).map(({ stem }) => stem))]
}

/** What a description says first; the rest tells how to write it. */
export function gistOf(description: string): string {
  const [gist = ''] = description
    .slice(0, 400)
    .split(/[.;:(\n]|,?\s(?:e\.g\.|for example|such as|in the format)/i)
  return gist.trim().slice(0, 160)
}

function stems(text: string): ReadonlySet<string> {
  return new Set(words(text).map(({ stem }) => stem))
}
