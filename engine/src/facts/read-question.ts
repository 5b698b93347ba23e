import vocabulary from '../../data/words.json' with { type: 'json' }
import { numbers } from '../text/lex/numbers.ts'
import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'
import { type Conditions, readConditions } from './conditions.ts'
import {
  findPhrases,
  findSubjects,
  type Mention,
  type MentionSpan,
  markNegated,
  type Phrase,
  type PhraseSpan,
  withFirstNames,
} from './find-named.ts'
import type { Direction, Lexicon } from './lexicon.ts'
import type { Facts } from './open-facts.ts'

/** A question as the words that the collections know and the words that they do not. */
export interface FactQuestion {
  readonly text: string
  readonly mentions: readonly Mention[]
  /** The known phrases, each with everything that it may mean. */
  readonly phrases: readonly Phrase[]
  readonly years: readonly number[]
  /** Whether the question asks for all years in between. */
  readonly isSpan: boolean
  /** "The last 3 years": how many, counted back from the newest value. */
  readonly lastYears?: number
  readonly direction?: Direction
  /** The word for the direction, such as "longest", if it goes before a noun. */
  readonly superlative?: string
  /** "The five largest": how many. */
  readonly count?: number
  readonly thresholds: readonly Threshold[]
  readonly conditions: Conditions
  readonly operations: ReadonlySet<Operation>
  /** Whether the question consists of names alone: "Chile". */
  readonly isBare: boolean
  /** Words that were not understood; a question with any is not answered from facts. */
  readonly rest: readonly string[]
}

export interface Threshold extends Span {
  readonly value: number
  readonly direction: Direction
  /** Whether the value itself counts: "at least". */
  readonly isInclusive: boolean
  readonly isNegated: boolean
  readonly unit?: 'percent' | 'money'
  readonly text: string
}

export type Operation =
  | 'compare'
  | 'count'
  | 'often'
  | 'sum'
  | 'average'
  | 'change'
  | 'series'
  | 'overview'
  | 'who'
  | 'now'

/** The English words for each operation, which are the same for every collection. */
const OPERATIONS: Readonly<Record<Operation, RegExp>> = {
  compare: /\b(?:compare[ds]?|comparison|comparing|contrast|versus|vs|differences?|differ)\b/gi,
  often:
    /\bhow (?:often|many times)\b|\bnumber of times\b|\bhow many (?=[\w ]*(?:titles|prizes|cups)\b)/gi,
  count: /\bhow many\b|\bnumber of\b|\bcount\b/gi,
  sum: /\b(?:sum|combined|in total|altogether|together|total)\b/gi,
  average: /\b(?:average|mean)\b/gi,
  change:
    /\b(?:growth|grow|grew|grown|growing|change[ds]?|increase[ds]?|decrease[ds]?|rise|rose|risen|fall|fell|fallen|decline[ds]?|develop(?:ed|ment)?|evolve[ds]?|evolution)\b/gi,
  series:
    /\b(?:over time|over the years|by year|year by year|each year|every year|per year|annual|history|historical|trend|trends|time series|series)\b/gi,
  overview:
    /\b(?:overview|profile|briefing|summary|summari[sz]e|facts|key facts|basics|about|portrait|memo|report)\b/gi,
  who: /\b(?:who|whom|which|what)\b/gi,
  now: /\b(?:right now|at the moment|these days|now|today|current|currently|present|latest|incumbent|most recent)\b/gi,
}
const HIGHEST =
  /\b(?:highest|largest|biggest|greatest|most|top|maximum|longest|tallest|fastest|best|ranking of|rank(?= the\b)|ranked by)\b/i
const LOWEST = /\b(?:lowest|smallest|least|fewest|minimum|shortest|bottom|slowest|worst)\b/i
const SUPERLATIVE =
  /\b(?:highest|largest|biggest|greatest|longest|tallest|lowest|smallest|shortest|fewest)\b/i
const BEYOND =
  /\b(?:more than|over|above|past|beyond|at least|greater than|larger than|bigger than|higher than|longer than|exceed(?:s|ed|ing)?|pass(?:ed|es)?|surpass(?:ed|es)?|cross(?:ed|es)?|reach(?:ed|es)?|hit)\s*$/i
const BELOW =
  /\b(?:less than|fewer than|under|below|at most|smaller than|lower than|shorter than|up to)\s*$/i
/** Places are read as conditions. */
const ORDINAL = /^(?:st|nd|rd|th)$/
const YEAR =
  /(?<![\d,.$€£])(?:1[5-9]|20)\d\d(?![\d,.]*\d|\s*(?:million|billion|trillion|%|km|sq|people))/g
const SPAN =
  /\b(?:between|from)\s+(\d{4})\s*(?:and|to|until|through|[-–])\s*(\d{4})|\b(\d{4})\s?(?:[-–]|to|through)\s?(\d{4})\b/i
const SINCE = /\b(?:since|from|starting in)\s+(?:the year\s+)?(\d{4})\b/i
const AFTER = /\bafter\s+(?:the year\s+)?(\d{4})\b/i
const BEFORE = /\bbefore\s+(?:the year\s+)?(\d{4})\b/i
const LAST_YEARS =
  /\b(?:last|past)\s+(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\s+years\b/i
export const COUNTS = 'zero one two three four five six seven eight nine ten'.split(' ')
const CHOICE = /^(?:which|who|what)\b(?!.*\bthan\b)/i
const PLACES = ['country', 'territory']
/** Words that a question may use about anything. */
const FILLERS = new Set(vocabulary.fillers.split(' '))

/** Reads a question with the words and names of the collections. */
export function readQuestion(
  text: string,
  { facts, lexicon, today, before = [] }: ReadOptions,
): FactQuestion {
  const all = words(text)
  const used = new Set<Word>()
  const { marked, exclusions } = markNegated(
    text,
    findSpans(text, all, { facts, lexicon, used, before }),
  )
  const mentions = marked.filter(span => 'subjects' in span)
  const phrases = marked.filter(span => 'senses' in span)
  const operations = new Set<Operation>()
  const consumed = consumer(all, used)
  for (const [operation, pattern] of Object.entries(OPERATIONS) as [Operation, RegExp][]) {
    for (const match of text.matchAll(pattern)) {
      if (consumed(match.index, match.index + match[0].length)) operations.add(operation)
    }
  }
  const thresholds = readThresholds(text, consumed)
  const { years, isSpan, lastYears } = readYears(text, today, consumed)
  const isChoice = mentions.length > 1 && CHOICE.test(text)
  const direction = readDirection(text, consumed) ?? (isChoice ? readComparative(text) : undefined)
  const superlative = SUPERLATIVE.exec(text)?.[0].toLowerCase()
  const taken = [...marked, ...thresholds, ...exclusions]
  const conditions = readConditions(text, maskSpans(text, taken))
  const number = readCount(text, consumed)
  const count = number === conditions.place ? undefined : number
  const isExclusion = ({ start, end }: Span) =>
    exclusions.some(one => start >= one.start && end <= one.end)
  const rest = all
    .filter(word => !used.has(word) && !isExclusion(word))
    .filter(
      ({ folded }) =>
        !STOP_WORDS.has(folded) &&
        !FILLERS.has(folded) &&
        !(conditions.place && ORDINAL.test(folded)),
    )
  return {
    text,
    mentions: [...before.filter(one => !isSameAs(one, mentions)), ...mentions],
    phrases,
    years,
    isSpan,
    ...(lastYears !== undefined && { lastYears }),
    ...(direction && { direction }),
    ...(superlative && { superlative }),
    ...(count !== undefined && { count }),
    thresholds,
    conditions,
    operations,
    isBare:
      phrases.length === 0 && all.every(word => used.has(word) || STOP_WORDS.has(word.folded)),
    rest: rest.map(word => word.text),
  }
}

/** Finds names and phrases, the longest first: "World Cup" does not mention the world. */
function findSpans(
  text: string,
  all: readonly Word[],
  { facts, lexicon, used, before = [] }: Omit<ReadOptions, 'today'> & { used: Set<Word> },
): (MentionSpan | PhraseSpan)[] {
  const named = findSubjects(text, all, facts)
  const subjects = [...before, ...named].flatMap(one => one.subjects)
  const isOfPlaces = subjects.some(({ kind }) => PLACES.includes(kind))
  // "The health care sector" of companies is no theme.
  const isMeant = ({ senses }: Phrase) => isOfPlaces || senses.some(({ type }) => type !== 'theme')
  const spans = [...named, ...findPhrases(text, all, lexicon).filter(isMeant)]
  const taken: (MentionSpan | PhraseSpan)[] = []
  for (const span of spans.toSorted((one, other) => other.words.length - one.words.length)) {
    // The same words may be a name and a phrase, such as "South Asia".
    if (span.words.some(word => used.has(word)) && !isSameAs(span, taken)) continue
    for (const word of 'subjects' in span ? withFirstNames(span, all) : span.words) used.add(word)
    taken.push(span)
  }
  return taken
}

function maskSpans(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (left, { start, end }) => left.slice(0, start) + '#'.repeat(end - start) + left.slice(end),
    text,
  )
}

interface ReadOptions {
  readonly facts: Facts
  readonly lexicon: Lexicon
  /** As YYYY-MM-DD. */
  readonly today: string
  /** The subjects of the previous question, which a pronoun refers to. */
  readonly before?: readonly Mention[]
}

function isSameAs(
  span: { readonly text: string },
  taken: readonly { readonly text: string }[],
): boolean {
  return taken.some(other => other.text === span.text)
}

/** Marks the words between the offsets as understood; false if one of them was already taken. */
function consumer(all: readonly Word[], used: Set<Word>) {
  return (start: number, end: number): boolean => {
    const own = all.filter(word => word.start >= start && word.end <= end)
    const isFree = own.length > 0 && own.every(word => !used.has(word))
    if (isFree || /^\d/.test(own[0]?.text ?? '')) {
      for (const word of own) if (!STOP_WORDS.has(word.folded)) used.add(word)
    }
    return isFree
  }
}

type Consume = (start: number, end: number) => boolean

function readThresholds(text: string, consumed: Consume): Threshold[] {
  return numbers(text).flatMap(({ value, start, end, unitEnd, isMoney }) => {
    const before = text.slice(0, start)
    const word = BEYOND.exec(before) ?? BELOW.exec(before)
    if (!word) return []
    const from = before.length - word[0].length
    consumed(from, start)
    consumed(start, end)
    consumed(end, unitEnd)
    const isPercent = /^\s*(?:%|per ?cent\b)/i.test(text.slice(end))
    const unit = isPercent ? ('percent' as const) : isMoney ? ('money' as const) : undefined
    return [
      {
        ...{ value, start: from, end: unitEnd, text: text.slice(from, unitEnd).trim() },
        direction: BEYOND.test(before) ? ('highest' as const) : ('lowest' as const),
        ...(unit && { unit }),
        isInclusive: /^(?:at|up)\b/i.test(word[0]),
        isNegated: /\b(?:not|no|never)\s+$/i.test(text.slice(0, from)),
      },
    ]
  })
}

function readYears(
  text: string,
  today: string,
  consumed: Consume,
): Pick<FactQuestion, 'years' | 'isSpan' | 'lastYears'> {
  const found = [...text.matchAll(YEAR)].filter(({ 0: { length }, index }) =>
    consumed(index, index + length),
  )
  const years = [...new Set(found.map(([year]) => Number(year)))]
  const thisYear = Number(today.slice(0, 4))
  const [only] = years
  if (SPAN.test(text) && years.length >= 2)
    return { years: [Math.min(...years), Math.max(...years)], isSpan: true }
  if (only !== undefined && years.length === 1) {
    if (SINCE.test(text)) return { years: [only, thisYear], isSpan: true }
    if (AFTER.test(text)) return { years: [only + 1, thisYear], isSpan: true }
    if (BEFORE.test(text)) return { years: [0, only - 1], isSpan: true }
  }
  const last = LAST_YEARS.exec(text)
  if (last && years.length === 0) {
    consumed(last.index, last.index + last[0].length)
    const [written = 0] = numbers(last[1] ?? '').map(({ value }) => value)
    const lastYears = written || COUNTS.indexOf((last[1] ?? '').toLowerCase())
    return { years: [thisYear - lastYears, thisYear], isSpan: true, lastYears }
  }
  return { years, isSpan: false }
}

function readDirection(text: string, consumed: Consume): Direction | undefined {
  const highest = HIGHEST.exec(text)
  const lowest = LOWEST.exec(text)
  const match = lowest ?? highest
  if (!match || !consumed(match.index, match.index + match[0].length)) {
    // "Most recent" and "most populous" are words of their own.
    if (match && !STOP_WORDS.has(match[0].toLowerCase())) return undefined
    if (
      !match ||
      /\bmost (?:recent|populous|populated)/i.test(text) ||
      /\bat (?:most|least)\b/i.test(text)
    )
      return undefined
  }
  if (/\bmore than|at most|at least\b/i.test(match[0])) return undefined
  return lowest ? 'lowest' : 'highest'
}

/** "Which has more people, Kenya or Uganda?" asks for the highest of these. */
function readComparative(text: string): Direction | undefined {
  if (/\b(?:less|fewer|smaller|lower|shorter|poorer)\b/i.test(text)) return 'lowest'
  return /\b(?:more|larger|bigger|higher|greater|longer|richer)\b/i.test(text)
    ? 'highest'
    : undefined
}

function readCount(text: string, consumed: Consume): number | undefined {
  const counts = numbers(text).filter(
    ({ value, isMoney, scale }) =>
      Number.isInteger(value) && value > 0 && value <= 100 && !isMoney && scale === 1,
  )
  const ranked = counts.find(({ start, end }) => consumed(start, end))
  return ranked?.value
}
