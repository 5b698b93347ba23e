import { contentWords, type Word, words } from '../text/words.ts'

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

/** Words that say in what a value is given. */
const MEASURES = stems(
  'usd us dollar dollars eur euro euros gbp percent percentage pct km km2 sqkm kilometer kilometers ' +
    'kilometre kilometres square sq mi mile miles meter meters metre metres million millions billion ' +
    'billions thousand thousands trillion trillions year years date iso format numeric integer decimal',
)
/** Words that say of what kind it is. */
const KINDS = stems(
  'country countries nation state city company organization organisation firm corporation person',
)
/** Words that say nothing. */
const EMPTY = stems(
  'entity subject name title total number count value amount figure estimate estimated latest ' +
    'current recent data info information detail details fact facts stat statistics level text string ' +
    'field property item items entry entries list array object result results record records row rows ' +
    'output response answer unit units rate share per official full short given known approximate ' +
    'exact main key overview profile comparison compare metric metrics general brief',
)
/** Names of groups of properties, which sources need not use. */
const GROUPS = stems(
  'economy economic economics geography geographic demographics demographic government political ' +
    'politics social society people basics basic indicators indicator macro financials financial ' +
    'finance performance snapshot summary highlights background content body',
)

/** The stems that a source must speak of for a value to be of this name. */
export function strongStems(text: string): string[] {
  return allStems(text).filter(isStrong)
}

/** The stems that say of what kind a value is, such as a country. */
export function kindStems(text: string): string[] {
  return allStems(text).filter(stem => KINDS.has(stem))
}

/** The stems by which a group of properties says what its members are of. */
export function groupStems(text: string): string[] {
  return strongStems(text).filter(stem => !GROUPS.has(stem))
}

/** A phrase without the words that say in what a value is given, for searching. */
export function withoutMeasures(phrase: string): string {
  return kept(phrase, stem => !MEASURES.has(stem))
}

/** The words of a phrase that sources must speak of. */
export function strongWords(phrase: string): string {
  return kept(phrase, isStrong)
}

/** Whether a source must speak of it for a value to be of this name. */
export function isStrong(stem: string): boolean {
  return !MEASURES.has(stem) && !KINDS.has(stem) && !EMPTY.has(stem) && !/^\d{1,3}$/.test(stem)
}

function kept(phrase: string, isKept: (stem: string) => boolean): string {
  const left = words(phrase).filter(({ stem }) => isKept(stem))
  return left.map(({ text }) => text).join(' ') || phrase
}

export function allStems(text: string): string[] {
  return [...new Set(contentWords(text).map(plainStem))]
}

/** Forms of verbs that no ending gives away, such as `led`, by what properties are named after. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ...forms('lead led'),
  ...forms('begin began begun'),
  ...forms('build built'),
  ...forms('buy bought'),
  ...forms('grow grew grown'),
  ...forms('hold held'),
  ...forms('pay paid'),
  ...forms('sell sold'),
  ...forms('spend spent'),
  ...forms('win won'),
  ...forms('write wrote written'),
])

function forms(list: string): (readonly [string, string])[] {
  const [stem = '', ...others] = list.split(' ')
  return others.map(form => [form, stem] as const)
}

/** A word's stem, with irregular forms of a verb as one. */
export function plainStem({ folded, stem }: Pick<Word, 'folded' | 'stem'>): string {
  return IRREGULAR.get(folded) ?? stem
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
