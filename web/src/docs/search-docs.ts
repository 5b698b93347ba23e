import type { DocsSection } from '@footnote/contract/site/docs-search'

export interface Found {
  readonly section: DocsSection
  /** A part of the text, from a little before the first word that was found. */
  readonly excerpt: string
}

const MOST_RESULTS = 8
const EXCERPT_CHARACTERS = 120
const BEFORE_CHARACTERS = 30
/** A heading says more about a section than the title of its page, and that more than a word in its text. */
const WEIGHTS = { heading: 9, title: 4, text: 1 }

/** Prepares a search: each word of a query must begin a word of the title, the heading or the text. */
export function createSearch(sections: readonly DocsSection[]): (query: string) => Found[] {
  const prepared = sections.map(section => ({
    section,
    fields: [
      // The opening of a page stands for the whole page, so its title counts as its heading.
      { words: wordsOf(section.heading || section.title), weight: WEIGHTS.heading },
      { words: wordsOf(section.title), weight: WEIGHTS.title },
      { words: wordsOf(section.text), weight: WEIGHTS.text },
    ],
  }))
  return query => {
    const wanted = wordsOf(query)
    if (wanted.length === 0) return []
    return prepared
      .map(({ section, fields }) => {
        const scores = wanted.map(word =>
          sum(fields.map(({ words, weight }) => weight * closeness(words, word))),
        )
        return { section, score: scores.includes(0) ? 0 : sum(scores) }
      })
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, MOST_RESULTS)
      .map(({ section }) => ({ section, excerpt: excerptOf(section.text, wanted) }))
  }
}

/** Splits a text at the words of a query, so that every other part is a word found. */
export function splitAtWords(text: string, query: string): string[] {
  const wanted = wordsOf(query)
  return wanted.length === 0 ? [text] : text.split(patternOf(wanted, 'gi'))
}

/** Two for the whole word or its plural, one for its beginning, zero if it is missing. */
function closeness(words: readonly string[], wanted: string): number {
  if (words.includes(wanted) || words.includes(`${wanted}s`)) return 2
  return words.some(word => word.startsWith(wanted)) ? 1 : 0
}

function excerptOf(text: string, wanted: readonly string[]): string {
  const at = Math.max(0, text.search(patternOf(wanted, 'i')))
  if (at <= BEFORE_CHARACTERS) return cut(text, 0)
  return `…${cut(text, text.indexOf(' ', at - BEFORE_CHARACTERS) + 1)}`
}

function cut(text: string, from: number): string {
  const rest = text.slice(from)
  if (rest.length <= EXCERPT_CHARACTERS) return rest
  return `${rest.slice(0, rest.lastIndexOf(' ', EXCERPT_CHARACTERS))}…`
}

/** Words have only letters and digits, so they need no escaping. */
function patternOf(words: readonly string[], flags: string): RegExp {
  return new RegExp(`((?<![\\p{L}\\p{N}])(?:${words.join('|')}))`, `${flags}u`)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
