import { STOP_WORDS } from '../../text/stop-words.ts'
import { words as splitWords } from '../../text/words.ts'
import list from '../words.json' with { type: 'json' }
import {
  type CompanyDirectory,
  FINANCE_WORD,
  FOREIGN_FORMS,
  GENERIC,
  isPlainWord,
  LARGEST,
  LEGAL_WORDS,
  type Listing,
  type Mention,
  type NameWord,
  nameWords,
  ORDINARY,
  setOf,
} from './company-names.ts'

interface Reading {
  readonly question: string
  readonly words: readonly NameWord[]
  readonly directory: CompanyDirectory
  /** Whether the question has no capitals, so that they cannot mark names. */
  readonly isPlain: boolean
  /** Whether the companies are known to be the topic, so that any matching name means one of them. */
  readonly isKnown: boolean
}

interface Match {
  readonly listing: Listing
  /** Length in words, in the name and in the question, which may write "and" for "&". */
  readonly length: number
  readonly said: number
  readonly isWhole: boolean
}

/** The shortest prefix that stands for a name, and how many companies may share it. */
const SHORTEST_PART = 4
const MOST_ALIKE = 3
const LEAST_IN_RUN = 3
const AND = 'and'
/** Behind the name of a company that does something: "did target make a profit". */
const DOES = new RegExp(`^\\s+(?:${list.doing})\\b`, 'i')
/** Behind the owner of a figure. */
const ITEM =
  /^\s*(?:$|[,?.!]|(?:and|or|in|for|from|since|over|vs|versus|last|this|compared)\b|\d{4})/i
const OF_SEAT = /\bheadquarters (?:in|outside) (?:[\p{Lu}][\p{L}. ]*(?:, | or | and ))*$/u
/** In lower-case text, a name may follow one of these words. */
const LINKS = setOf(list.links)
/** Words that may come between a company and a metric. */
const COUNTING = setOf(list.counting)

/** The companies that a question names in words, by all of their name or its beginning. */
export function findNames(
  question: string,
  directory: CompanyDirectory,
  { isKnown = false } = {},
): Mention[] {
  const words = nameWords(question)
  const isPlain = !words.some(
    ({ text, start }) => /^\p{Lu}.*\p{Ll}/u.test(text) && !isSentenceStart(question, start),
  )
  const reading = { question, words, directory, isPlain, isKnown }
  const found: Mention[] = []
  for (let at = 0; at < words.length; at += 1) {
    const match = matchAt(reading, at)
    const first = words[at]
    if (!match || !first || !isMeant(reading, at, match)) continue
    at += match.said - 1
    if (isOther(match, words[at + 1])) continue
    // The legal form belongs to the name: "Linde plc's".
    while ((words[at + 1]?.bare.length ?? 0) > 1 && isLegal(words[at + 1])) at += 1
    const { listing } = match
    found.push({
      listing,
      start: first.start,
      end: words[at]?.end ?? first.end,
      isExplicit: false,
    })
  }
  return found
}

/** Finds the longest match; a complete name wins over a prefix, a company's own name over a former one, and a larger company over a smaller one. */
function matchAt({ words, directory }: Reading, at: number): Match | undefined {
  const first = words[at]
  const candidates = first ? [...new Set([first.whole, first.bare])] : []
  return (
    candidates
      .flatMap(candidate => directory.byFirstWord.get(candidate) ?? [])
      .map(listing => {
        const { length, said } = commonLength(listing.words, words.slice(at))
        return { listing, length, said, isWhole: length === listing.words.length }
      })
      // Welltower was "Health Care REIT", and "health care" is its sector.
      .filter(match => match.isWhole || (!match.listing.isAlias && isTellingPart(directory, match)))
      .toSorted(
        (one, other) =>
          other.length - one.length ||
          Number(other.isWhole) - Number(one.isWhole) ||
          Number(one.listing.isAlias ?? false) - Number(other.listing.isAlias ?? false) ||
          one.listing.place - other.listing.place,
      )[0]
  )
}

/** Returns whether the legal form behind a name is none of the company's. */
function isOther({ listing: { company } }: Match, next: NameWord | undefined): boolean {
  if (!next || !FOREIGN_FORMS.has(next.bare) || !(isCapital(next) || next.bare.length > 3))
    return false
  const names = [company.name, ...(company.otherNames ?? [])]
  return !names.some(name => nameWords(name).some(({ bare }) => bare === next.bare))
}

function commonLength(name: readonly string[], words: readonly NameWord[]) {
  let said = 0
  for (const [length, word] of name.entries()) {
    // Harbor and Pine is Harbor & Pine.
    if (length > 0 && word !== AND && words[said]?.bare === AND) said += 1
    const asked = words[said]
    if (asked?.whole !== word && asked?.bare !== word)
      return { length, said: words[said - 1]?.bare === AND ? said - 1 : said }
    said += 1
  }
  return { length: name.length, said }
}

/** Returns whether a prefix stands for the company, as "JPMorgan" does and "American" does not. */
function isTellingPart({ byFirstWord }: CompanyDirectory, { listing, length }: Match): boolean {
  const part = listing.words.slice(0, length)
  const isTelling = (word: string) =>
    word.length >= SHORTEST_PART && !GENERIC.has(word) && !STOP_WORDS.has(word)
  if (!part.some(isTelling)) return false
  if (length > 1 || listing.place < LARGEST) return true
  return (byFirstWord.get(part[0] ?? '')?.length ?? 0) <= MOST_ALIKE
}

/** Whether the words are written as the name of a company is. */
function isMeant(reading: Reading, at: number, match: Match): boolean {
  const { words, question, isPlain } = reading
  const run = words.slice(at, at + match.said)
  const [first] = run
  if (!first) return false
  // "AT&T" is made of words that mean nothing in small letters.
  const isWritten = /^\S+&\S+$/.test(question.slice(first.start, run.at(-1)?.end))
  if (run.every(isStop) && !isWritten && !run.every(({ text }) => /^\p{Lu}/u.test(text)))
    return false
  const isBeside = isBesideOther(reading, at)
  const [before, behind] = [question.slice(0, first.start), question.slice(first.end)]
  // A place, and not the first word of another name: "headquarters in Cincinnati", "Jack in the Box".
  if (OF_SEAT.test(before) || (!match.isWhole && /^ in the \p{Lu}/u.test(behind))) return false
  const isListed =
    match.isWhole &&
    match.listing.isAlias === true &&
    (isInList(question, first) || (isPlain && isBeside) || isAlone(reading, at))
  const isNamed = isLegal(words[at + 1]) && isCapital(first)
  if (reading.isKnown) return match.length > 1 || !GENERIC.has(first.bare) || isListed || isNamed
  // "Exxon mobil" begins like a name and is one; a sentence begins so too.
  const isBegun = match.isWhole && isCapital(first) && !isSentenceStart(question, first.start)
  if (!isPlain && !isBegun && !run.every(word => isStop(word) || isCapital(word))) return false
  if (match.length > 1)
    return !isPlain || match.listing.isAlias === true || run.some(({ bare }) => !GENERIC.has(bare))
  if (GENERIC.has(first.bare)) return isListed || isNamed
  if (isLegal(words[at + 1])) return true
  if (!isPlain && !isSentenceStart(question, first.start)) return !isInsideName(reading, at)
  if (first.bare !== first.whole) return true
  const isBeforeWord = isBeforeFinance(question, first.end)
  const isLinked = LINKS.has(words[at - 1]?.bare ?? '')
  // "can verizon afford …": no other word of a question about figures.
  const isTold = isPlain && isLinked && !isOrdinary(first) && FINANCE_WORD.test(question)
  if (!match.isWhole) return (isBeforeWord || isTold) && match.listing.place < LARGEST
  if (ORDINARY.has(first.bare))
    return (
      isBeforeWord ||
      isBesideName(question, first) ||
      (isPlain &&
        (isBeside ||
          isOwner(question, first) ||
          (isLinked && DOES.test(question.slice(first.end)))))
    )
  return isCapital(first) || isBeforeWord || isBeside || isLinked || isOpening(reading, at)
}

/** "The revenue of Southwest": a capital with none beside it. */
function isAlone(reading: Reading, at: number): boolean {
  const { words, question } = reading
  const word = words[at]
  if (!word || !isCapital(word) || isSentenceStart(question, word.start)) return false
  return !isInsideName(reading, at) && !/^[ -]\p{Lu}/u.test(question.slice(word.end))
}

/** "the operating margin of target and …": the owner of a figure. */
function isOwner(question: string, { start, end }: NameWord): boolean {
  const before = question.slice(0, start)
  return (
    / (?:of|for|at) $/.test(before) && FINANCE_WORD.test(before) && ITEM.test(question.slice(end))
  )
}

/** "Coke or pepsi", "delta, united": a name beside another one. */
function isBesideOther(reading: Reading, at: number): boolean {
  const { words, question } = reading
  const isComma = (place: number) =>
    /^\s*,\s*$/.test(question.slice(words[place]?.end, words[place + 1]?.start ?? 0))
  const isLink = (place: number) => LINKS.has(words[place]?.bare ?? '')
  const isName = (place: number, end?: number) => {
    const match = matchAt(reading, place)
    return match?.isWhole === true && (end === undefined || place + match.said === end)
  }
  // "General Motors or Ford": the name before may have several words.
  const isAfter = [2, 3, 4].some(back => at >= back && isName(at - back, at - 1))
  const isListed =
    (isComma(at) && isName(at + 1)) || (at > 0 && isComma(at - 1) && isName(at - 1, at))
  const isJoined = (isLink(at + 1) && isName(at + 2)) || (isLink(at - 1) && isAfter)
  return isListed || isJoined || isInRun(reading, at, isName)
}

/** "delta united american southwest": three names or more with nothing but spaces or commas between them. */
function isInRun(
  { words, question }: Reading,
  at: number,
  isName: (place: number) => boolean,
): boolean {
  const isPart = (place: number) =>
    words[place] !== undefined && (isName(place) || GENERIC.has(words[place].bare))
  const isNext = (place: number) =>
    isPart(place) &&
    /^(?: +| ?, ?)$/.test(question.slice(words[place - 1]?.end ?? 0, words[place]?.start))
  let [first, last] = [at, at]
  while (isNext(first) && isPart(first - 1)) first -= 1
  while (isNext(last + 1)) last += 1
  const run = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  return run.filter(place => isName(place)).length >= LEAST_IN_RUN
}

/** "boeing: is it …", "nike shoes sales". */
function isOpening({ question }: Reading, at: number): boolean {
  return at === 0 && FINANCE_WORD.test(question)
}

function isOrdinary({ bare, text }: NameWord): boolean {
  return ORDINARY.has(bare) || splitWords(text).every(isPlainWord)
}

function isLegal(word: NameWord | undefined): boolean {
  return word !== undefined && LEGAL_WORDS.has(word.bare) && !isStop(word)
}

function isStop({ bare }: NameWord): boolean {
  return STOP_WORDS.has(bare)
}

function isCapital({ text }: NameWord): boolean {
  return /[\p{Lu}\p{N}]/u.test(text)
}

/** A capitalised word directly before it rules out a company: "North Sea", "Serena Williams". */
function isInsideName({ words, question }: Reading, at: number): boolean {
  const [before, word] = [words[at - 1], words[at]]
  if (!before || !word || !isCapital(before) || /^\p{N}/u.test(before.text)) return false
  if (!/^[ -]$/.test(question.slice(before.end, word.start))) return false
  if (isSentenceStart(question, before.start) || before.bare !== before.whole) return false
  return !isStop(before) && !FINANCE_WORD.test(before.text)
}

/** "Ford and GM": a capital beside another. */
function isBesideName(question: string, word: NameWord): boolean {
  return (
    isCapital(word) &&
    /^(?:\s*,|\s+(?:vs\.?|versus|and|or))\s+\p{Lu}/u.test(question.slice(word.end))
  )
}

/** "Delta, United and Southwest", "Delta or United". */
function isInList(question: string, { start, end, text }: NameWord): boolean {
  const [before, behind] = [question.slice(0, start), question.slice(end)]
  const isAfter =
    /\p{Lu}[\p{L}\p{N}]+,\s+(?:(?:and|or)\s+)?$|\p{Lu}[\p{L}\p{N}]+\s+(?:and|or|vs\.?)\s+$/u.test(
      before,
    )
  const isBefore = /^,\s+(?:(?:and|or)\s+)?\p{Lu}/u.test(behind)
  return /^\p{Lu}/u.test(text) && (isAfter || isBefore) && !/^\s+\p{Lu}/u.test(behind)
}

function isSentenceStart(question: string, start: number): boolean {
  return /(?:^|[.?!:;]\s+)["“(]?$/.test(question.slice(0, start))
}

/** Directly, or after words that count or date: "Larkspur total debt", "Apple 2023 revenue". */
export function isBeforeFinance(question: string, end: number): boolean {
  const next = (/^(?:\s+\S+){1,4}/.exec(question.slice(end))?.[0] ?? '').trimStart()
  const found = FINANCE_WORD.exec(next)
  const isCounting = ({ bare }: NameWord) =>
    /\d/.test(bare) || GENERIC.has(bare) || COUNTING.has(bare)
  return found !== null && nameWords(next.slice(0, found.index)).every(isCounting)
}
