import vocabulary from '../../data/words.json' with { type: 'json' }
import { dates } from '../text/lex/dates.ts'
import { numbers } from '../text/lex/numbers.ts'
import { overlaps, type Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'
import { type Conditions, readConditions } from './conditions.ts'
import type { Facts } from './facts.ts'
import {
  findMembers,
  findPhrases,
  findSubjects,
  type Mention,
  markNegated,
  type Phrase,
  type Spanned,
  withFirstName,
} from './find-named.ts'
import type { Direction, Lexicon, Sense } from './lexicon.ts'

/** A question as the words that the collections know and the words that they do not. */
export interface FactQuestion {
  readonly text: string
  readonly mentions: readonly Mention[]
  /** The known phrases, each with everything that it may mean. */
  readonly phrases: readonly Phrase[]
  readonly years: readonly number[]
  /** Whether the question asks for all years in between. */
  readonly isSpan: boolean
  /** "In 1990 and the latest year": the newest value is asked for beside those of the years. */
  readonly isWithLatest?: true
  /** "The last 3 years": how many, counted back from the newest value. */
  readonly lastYears?: number
  /** "Every 10 years": only the years that are so many after the first. */
  readonly step?: number
  readonly direction?: Direction
  /** The word for the direction, such as "longest", if it goes before a noun. */
  readonly superlative?: string
  /** "The five largest": how many. */
  readonly count?: number
  readonly thresholds: readonly Threshold[]
  readonly conditions: Conditions
  readonly operations: ReadonlySet<Operation>
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

export type Operation = keyof typeof vocabulary.operations

/** Compiles patterns of the vocabulary. */
export const patternsOf = <Key extends string>(words: Readonly<Record<Key, string>>, flags = 'i') =>
  Object.fromEntries(
    Object.entries<string>(words).map(([key, pattern]) => [key, new RegExp(pattern, flags)]),
  ) as Readonly<Record<Key, RegExp>>

/** The English words for each operation, which are the same for every collection. */
const { up, down } = vocabulary.moves
const OPERATIONS = patternsOf(
  { ...vocabulary.operations, change: `${vocabulary.operations.change}|${up}|${down}` },
  'gi',
)
const DEGREES = patternsOf(vocabulary.degrees)
const MARKS = patternsOf(vocabulary.marks)
/** Places are read as conditions. */
const ORDINAL = /^(?:st|nd|rd|th)$/
const YEAR =
  /(?<![\d,.$€£])(?:1[5-9]|20)\d\d(?![\d,.]*\d|\s*(?:million|billion|trillion|%|km|sq|people))/g
const SPAN =
  /\b(?:between|from)\s+(\d{4})\s*(?:and|to|until|through|[-–])\s*(\d{4})|\b(\d{4})\s?(?:[-–]|to|through)\s?(\d{4})\b/i
const SINCE = /\b(?:since|from|starting in)\s+(?:the year\s+)?(\d{4})\b/i
const AFTER = /\bafter\s+(?:the year\s+)?(\d{4})\b/i
const UNTIL = /\b(?:until|up to)\s+(?:the year\s+)?(\d{4})(?![\d,.]*\d)/i
const BEFORE = /\bbefore\s+(?:the year\s+)?(\d{4})\b/i
const DECADE = /\b(?:in|of|during) the (\d{3}0)s\b/i
const LAST_YEARS =
  /\b(?:last|past)\s+(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\s+years\b/i
const WITH_LATEST = /\b(?:and|to) (?:in )?the (?:latest|last) year\b/i
const EVERY = /\bevery (\d{1,2}) years\b|\b(?:(?:in|of|for) )?(?:each|every|per|by) decade\b/i
export const COUNTS = 'zero one two three four five six seven eight nine ten'.split(' ')
const CHOICE = /^(?:which|who|what)\b(?!.*\bthan\b)/i
const PLACES = ['country', 'territory']
const OF_PART = /^ an? (?:(?:m|b|tr)illion|per ?cent)\b/i
/** Words that a question may use about anything. */
const FILLERS = new Set(vocabulary.fillers.split(' '))

/** Reads a question with the words and names of the collections. */
export function readQuestion(text: string, { facts, lexicon, today }: ReadOptions): FactQuestion {
  const all = words(text)
  const used = new Set<Word>()
  const { marked, exclusions } = markNegated(text, findSpans(text, all, { facts, lexicon, used }))
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
  const step = readStep(text, consumed)
  const isChoice = mentions.length > 1 && CHOICE.test(text)
  const direction = readDirection(text, consumed) ?? (isChoice ? readComparative(text) : undefined)
  const superlative = DEGREES.superlative.exec(text)?.[0].toLowerCase()
  const taken = [...marked, ...thresholds, ...exclusions, ...(step ? [step] : [])]
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
    mentions,
    phrases,
    years,
    isSpan,
    ...(lastYears !== undefined && { lastYears }),
    ...(step && { step: step.years }),
    ...(years.length > 0 && !isSpan && WITH_LATEST.test(text) && { isWithLatest: true as const }),
    ...(direction && { direction }),
    ...(superlative && { superlative }),
    ...(count !== undefined && { count }),
    thresholds,
    conditions,
    operations,
    rest: rest.map(word => word.text),
  }
}

/** Finds names and phrases, the longest first: "World Cup" does not mention the world. */
function findSpans(
  text: string,
  all: readonly Word[],
  { facts, lexicon, used }: Omit<ReadOptions, 'today'> & { used: Set<Word> },
): Spanned<Mention | Phrase>[] {
  const known = findPhrases(text, all, lexicon)
  const inGeneral = findSubjects(text, all, facts)
  const isOfIndex = asksOfIndex(known, inGeneral)
  // "New York City" names no company, and a railroad company has no railways.
  const named = isOfIndex ? findMembers(text, inGeneral, { all, facts }) : inGeneral
  const phrases = isOfIndex ? known.filter(({ senses }) => !senses.every(isOfPlace)) : known
  const subjects = named.flatMap(one => one.subjects)
  const isOfPlaces =
    subjects.some(({ kind }) => PLACES.includes(kind)) ||
    phrases.some(({ senses }) => senses.some(one => one.type === 'condition' && one.group))
  // "The health care sector" of companies is no theme.
  const isMeant = ({ senses }: Phrase) => isOfPlaces || senses.some(({ type }) => type !== 'theme')
  const spans = [...named, ...phrases.filter(isMeant)]
  const taken: Spanned<Mention | Phrase>[] = []
  for (const found of spans.toSorted((one, other) => other.words.length - one.words.length)) {
    // The same words may be a name and a phrase, such as "South Asia".
    const isSame = taken.some(({ start, end }) => start === found.start && end === found.end)
    if (found.words.some(word => used.has(word)) && !isSame) continue
    const span = 'subjects' in found ? withFirstName(found, all) : found
    for (const word of span.words) used.add(word)
    taken.push(span)
  }
  return taken
}

/** The collection of the members of the S&P 500. */
const INDEX = 'sp500'
/** Returns whether words are about members of the index, and no name or word is about a place or a person. */
function asksOfIndex(phrases: readonly Phrase[], mentions: readonly Mention[]): boolean {
  const senses = phrases.flatMap(one => one.senses)
  const isOfIt = (sense: Sense) => 'attribute' in sense && sense.attribute.collection === INDEX
  const isOther = (sense: Sense) => {
    const kind = sense.type === 'kind' ? sense.kind : 'attribute' in sense && sense.attribute.kind
    return kind !== false && kind !== 'company' && (sense.type === 'kind' || !PLACES.includes(kind))
  }
  const isPlace = mentions.some(one => one.subjects.some(({ kind }) => PLACES.includes(kind)))
  return senses.some(isOfIt) && !isPlace && !senses.some(isOther)
}

const isOfPlace = (sense: Sense) =>
  'attribute' in sense ? PLACES.includes(sense.attribute.kind) : sense.type === 'qualifier'

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
  return numbers(text).flatMap(
    ({ value: written, start, end: last, unitEnd, isMoney, isSpelled }) => {
      const before = text.slice(0, start)
      const word = MARKS.above.exec(before) ?? MARKS.below.exec(before)
      // "Between 1990 and 2020" is a span of time.
      if (!word || (SPAN.test(text) && /^(?:between|and)/i.test(word[0]))) return []
      // So is "up to 1970".
      if (UNTIL.test(text) && /^up\b/i.test(word[0])) return []
      const from = before.length - word[0].length
      // "More than half" is a share, and "half a million" is none.
      const [scaled = ''] = OF_PART.exec(text.slice(last)) ?? []
      const isPart = isSpelled && written < 1 && scaled === ''
      const value = isPart ? 100 * written : written * (numbers(scaled)[0]?.value ?? 1)
      const end = last + scaled.length
      consumed(from, start)
      consumed(start, end)
      consumed(end, unitEnd)
      const isPercent = isPart || /^\s*(?:%|per ?cent\b)/i.test(text.slice(end))
      const unit = isPercent ? ('percent' as const) : isMoney ? ('money' as const) : undefined
      return [
        {
          ...{ value, start: from, end: Math.max(end, unitEnd) },
          text: text.slice(from, Math.max(end, unitEnd)).trim(),
          direction: MARKS.above.test(before) ? ('highest' as const) : ('lowest' as const),
          ...(unit && { unit }),
          isInclusive: /^(?:at|up)\b/i.test(word[0]),
          isNegated: /\b(?:not|no|never)\s+$/i.test(text.slice(0, from)),
        },
      ]
    },
  )
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
    if (UNTIL.test(text)) return { years: [0, only], isSpan: true }
    if (BEFORE.test(text)) return { years: [0, only - 1], isSpan: true }
    if (DECADE.test(text)) return { years: [only, only + 9], isSpan: true }
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

function readStep(
  text: string,
  consumed: Consume,
): (Span & { readonly years: number }) | undefined {
  const found = EVERY.exec(text)
  const [all = '', years = 10] = found ?? []
  const start = found?.index ?? 0
  const end = start + all.length
  return all !== '' && consumed(start, end) ? { start, end, years: Number(years) } : undefined
}

function readDirection(text: string, consumed: Consume): Direction | undefined {
  const lowest = DEGREES.lowest.exec(text)
  const match = lowest ?? DEGREES.highest.exec(text)
  if (!match) return undefined
  // "Most recent" and "most populous" are words of their own.
  const isOther =
    !STOP_WORDS.has(match[0].toLowerCase()) || /\bmost (?:recent|populous|populated)/i.test(text)
  if (!consumed(match.index, match.index + match[0].length) && isOther) return undefined
  return lowest ? 'lowest' : 'highest'
}

/** "Which has more people, Kenya or Uganda?" asks for the highest of these. */
function readComparative(text: string): Direction | undefined {
  if (DEGREES.less.test(text)) return 'lowest'
  return DEGREES.more.test(text) ? 'highest' : undefined
}

function readCount(text: string, consumed: Consume): number | undefined {
  // The day of a date counts nothing.
  const days = dates(text)
  const counts = numbers(text).filter(
    ({ value, isMoney, scale, ...span }) =>
      Number.isInteger(value) &&
      value > 0 &&
      value <= 100 &&
      !isMoney &&
      scale === 1 &&
      !overlaps(span, days),
  )
  const ranked = counts.find(({ start, end }) => consumed(start, end))
  return ranked?.value
}
