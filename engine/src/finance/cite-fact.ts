import type { Passage } from '../library/passage.ts'
import type { CompanyFact } from '../search/company-fact.ts'
import type { Span } from '../text/span.ts'
import { type WrittenValue, writtenValue } from './written-value.ts'

/** A fact with the place where it can be read. */
export interface CitedFact {
  readonly fact: CompanyFact
  readonly written: WrittenValue
  readonly place: Place
  /** Where the document says who filed it and when; absent where it does not. */
  readonly filer?: Place
  readonly filed?: Place
}

/** `span` is relative to the passage. */
export interface Place {
  readonly passage: Passage
  readonly span: Span
}

export type CiteFact = (fact: CompanyFact) => CitedFact | undefined

const WORD = /[\p{L}\p{N}]/u

/** Finds facts in the passages of their documents. What is not to be found there is no fact. */
export function createCiteFact(passages: readonly Passage[]): CiteFact {
  const byUrl = Map.groupBy(passages, ({ url }) => url)
  const known = new Map<CompanyFact, CitedFact | undefined>()
  return fact => {
    if (!known.has(fact)) known.set(fact, citeFact(fact, byUrl.get(fact.url) ?? []))
    return known.get(fact)
  }
}

function citeFact(fact: CompanyFact, passages: readonly Passage[]): CitedFact | undefined {
  const place = findPlace(fact.quote, passages)
  const written = place && writtenValue(fact)
  if (!place || !written) return undefined
  const filed = findPlace(`Filed on: ${fact.filedOn}`, passages)
  const filer = findPlace(`Company: ${fact.company.name}`, passages)
  return { fact, written, place, ...(filed && { filed }), ...(filer && { filer }) }
}

function findPlace(quote: string, passages: readonly Passage[]): Place | undefined {
  if (quote.trim() === '') return undefined
  for (const passage of passages) {
    let start = passage.text.indexOf(quote)
    while (start >= 0) {
      const end = start + quote.length
      if (isWhole(passage.text, { start, end })) return { passage, span: { start, end } }
      start = passage.text.indexOf(quote, start + 1)
    }
  }
  return undefined
}

/** Not a piece of a longer line: "Net income: 5" says nothing where it is "Net income: 5.4". */
function isWhole(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 1), start)
  return !WORD.test(before) && !/^(?:[\p{L}\p{N}]|[.,]\d)/u.test(text.slice(end, end + 2))
}
