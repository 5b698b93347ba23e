import type { FoundSentence } from '../evidence/finding.ts'
import { quantities } from '../text/lex/numbers.ts'
import { trim } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'

/** A year, or years with a first and a last one: `2010-14`, `2003 to 2005`, `since 1999`. */
const PERIOD =
  /(?<since>\bsince [^;,()\d]{0,12}(?:\d{1,2} \p{L}{3,9} )?)?\b(?<first>1\d{3}|20\d{2})(?:(?: ?[-–/] ?| to )(?<last>\d{4}|\d{2})\b)?/giu
const PAST = /\b(?:was|were|did|had|won|lost|became|\p{L}{3,}ed)\b/iu
const CENTURY = 100
const MOST_CHARACTERS = 5_000
/** Greatest age of a figure without a year at its publication. */
const FIGURE_YEARS = 1

const YEAR = /(?<![\d.,$€£¥])(?:1\d{3}|20\d{2})(?![\d%]|[.,]\d)/g

/** The years that a question names. */
export function yearsIn(question: string): readonly number[] {
  const read = question.slice(0, MOST_CHARACTERS)
  return [...new Set(Array.from(read.matchAll(YEAR), ([year]) => Number(year)))]
}

/**
 * Narrows a sentence or field to the years asked for; undefined if it is about other years. A field that
 * lists figures of several years is cut to those asked for. A statement without a year holds until its
 * document was published, and a figure only for the year before.
 */
export function ofYears(
  found: FoundSentence,
  { years, text: question }: { readonly years: readonly number[]; readonly text: string },
): FoundSentence | undefined {
  if (years.length === 0) return found
  const { passage, span, label } = found
  const published = Number(passage.publishedOn?.slice(0, 4) ?? Number.NaN)
  // A document from before a year cannot say what happened in it.
  if (PAST.test(question) && years.every(year => year > published)) return undefined
  const isOf = (text: string) =>
    periodsIn(text, published).some(([first, last]) =>
      years.some(year => first <= year && year <= last),
    )
  const isNamed = isOf([passage.title, ...passage.headings].join(' '))
  if (label === undefined) return isNamed || isOf(passage.text) ? found : undated(found, years)
  const segments = segmentsOf(passage.text, { start: span.start + label.length + 1, end: span.end })
  const own = segments.filter(({ start, end }) => isOf(passage.text.slice(start, end)))
  const [first] = own
  if (first && own.length === 1 && segments.length > 1) return { ...found, value: first }
  return first || isNamed ? found : undated(found, years)
}

function undated(found: FoundSentence, years: readonly number[]): FoundSentence | undefined {
  const { publishedOn } = found.passage
  if (periodsIn(found.text, Number.NaN).length > 0) return undefined
  if (publishedOn === undefined) return found
  const published = Number(publishedOn.slice(0, 4))
  // A figure dates from about its publication, while a capital may not have changed for long.
  const isFigure =
    found.label !== undefined && quantities(found.text.slice(found.label.length)).length > 0
  const earliest = isFigure ? published - FIGURE_YEARS : Number.NEGATIVE_INFINITY
  return years.some(year => earliest <= year && year <= published) ? found : undefined
}

/** Reads the periods in a text. A period that is still open ends in `until`. */
function periodsIn(text: string, until: number): (readonly [number, number])[] {
  return Array.from(text.slice(0, MOST_CHARACTERS).matchAll(PERIOD), ({ groups = {} }) => {
    const first = Number(groups['first'])
    if (groups['since'] !== undefined) return [first, Number.isNaN(until) ? first : until] as const
    const { last } = groups
    if (last === undefined) return [first, first] as const
    const full = last.length === 4 ? Number(last) : first - (first % CENTURY) + Number(last)
    return [first, Math.max(first, full)] as const
  })
}

/** The pieces of a field's value, each with its own year. */
function segmentsOf(text: string, value: Span): Span[] {
  const segments: Span[] = []
  let { start } = value
  for (const { 0: separator, index } of text.slice(value.start, value.end).matchAll(/;\s/g)) {
    segments.push(trim(text, { start, end: value.start + index }))
    start = value.start + index + separator.length
  }
  return [...segments, trim(text, { start, end: value.end })]
}
