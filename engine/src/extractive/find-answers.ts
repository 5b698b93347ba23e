import type { FoundSentence } from '../evidence/finding.ts'
import { type Unit, unitsOf } from '../evidence/units.ts'
import { subjectOf } from '../library/document.ts'
import type { Passage } from '../library/passage.ts'
import type { Reader, Reading } from '../reader/reader.ts'
import { findNames } from '../text/find-names.ts'
import { contentStems } from '../text/words.ts'
import { linesOf, type Readable, readablesOf, textOf } from './readables.ts'

/**
 * Least log odds at which a passage answers a question. A passage without the question's rarest word
 * is often on topic without an answer, so it needs more. Both were chosen on half of the articles of
 * a development set.
 */
const LEAST_ANSWER = -3.5
const LEAST_WITHOUT_RAREST = -1
/** Fields of one document resemble each other, so each needs higher odds: the highest if the question has little of its label. */
const LEAST_NAMED_FIELD = 2.5
const LEAST_OTHER_FIELD = 5
const LEAST_OF_LABEL = 0.5
/** Weight of search beside the model's odds, for the passage that search finds best. */
const SEARCH_WEIGHT = 3
/** A passage with such odds answers; passages that search ranks further behind need not be read. */
const SURE_ANSWER = 4
/** Weight of the distance between a phrase and the best phrase of its passage. */
const PHRASE_WEIGHT = 0.5
/** A name that ends in a number, such as HTTP/2 or IPv6. With another number, it is another name. */
const NUMBERED_NAME = /\p{Lu}\p{L}+[/-]?\d{1,3}(?![\p{L}\d])/gu
/** A sentence further behind the best one is left out. */
const MOST_BEHIND = 6

interface FindOptions {
  readonly reader: Reader
  /** Number of passages to read. */
  readonly most: number
  /** Number of passages to read before any others; all, if not given. */
  readonly first?: number
  readonly signal?: AbortSignal | undefined
}

interface Read {
  readonly readable: Readable
  readonly reading: Reading
}

/** Finds the sentences and fields that answer the question, best first; none if no passage answers it. */
export async function findAnswers(
  question: string,
  passages: readonly Passage[],
  { reader, most, first = most, signal }: FindOptions,
): Promise<FoundSentence[]> {
  const readAll = async (readables: readonly Readable[]): Promise<Read[]> => {
    if (readables.length === 0) return []
    const readings = await reader.read(question, readables, { ...(signal && { signal }) })
    return readings.map(({ answers, ...reading }, at) => {
      const readable = readables[at] as Readable
      const { mostOdds = answers } = readable
      return { readable, reading: { ...reading, answers: Math.min(answers, mostOdds) } }
    })
  }
  const numbered = question.match(NUMBERED_NAME) ?? []
  const naming = passages.filter(
    one =>
      numbered.length === 0 || numbered.some(name => joined(textOf(one)).includes(joined(name))),
  )
  const read: Read[] = []
  for (const some of [naming.slice(0, first), naming.slice(first, most)]) {
    read.push(...(await readAll(some.flatMap(one => readablesOf(one, question)))))
    if (read.some(({ reading }) => reading.answers >= SURE_ANSWER)) break
  }
  const rate = rateSearch(passages)
  const leastFor = leastOdds(question, passages.slice(0, most))
  const answering = read
    .filter(({ readable, reading }) => reading.answers >= leastFor(readable))
    .filter(one => canBeMeant(one, { question, read }))
  const lines = answering.flatMap(({ readable, reading }) =>
    linesOf({ ...readable, mostOdds: reading.answers }, question),
  )
  const found = [...answering, ...(await readAll(lines))]
    .flatMap(one => pickUnits(one, rate))
    .toSorted((one, other) => other.score - one.score)
    .filter((one, at, all) => all.findIndex(({ text }) => text === one.text) === at)
  return found.filter(({ score }) => score >= (found[0]?.score ?? 0) - MOST_BEHIND)
}

/** Returns how high the odds of a passage or field must be for it to answer. */
function leastOdds(question: string, passages: readonly Passage[]): (readable: Readable) => number {
  const asked = contentStems(question)
  const stems = new Map(passages.map(passage => [passage, contentStems(textOf(passage))]))
  const counts = new Map(
    [...asked].map(stem => [stem, [...stems.values()].filter(own => own.has(stem)).length]),
  )
  const fewest = Math.min(...counts.values())
  const rarest = new Set([...asked].filter(stem => counts.get(stem) === fewest))
  return ({ label, passage }) => {
    if (label === undefined) {
      const lacksRarest = rarest.size > 0 && stems.get(passage)?.isDisjointFrom(rarest)
      return lacksRarest ? LEAST_WITHOUT_RAREST : LEAST_ANSWER
    }
    const named = contentStems(label)
    const shared = named.intersection(asked)
    return shared.size > LEAST_OF_LABEL * named.size ? LEAST_NAMED_FIELD : LEAST_OTHER_FIELD
  }
}

/** Writes HTTP/2 like http2. */
function joined(text: string): string {
  return text.replace(/[/-]/g, '').toLowerCase()
}

/** Ranks passages that search found better before others that also answer. */
function rateSearch(passages: readonly Passage[]): (passage: Passage) => number {
  const best = Math.max(...passages.map(({ score }) => score))
  return ({ score }) => (best > 0 ? (SEARCH_WEIGHT * score) / best : 0)
}

/**
 * Returns whether the question can mean this field. A field describes only its document's subject: a
 * question that names another subject does not mean it, nor does one that names none while other
 * documents have the same field.
 */
function canBeMeant(
  { readable: { label, passage, text } }: Read,
  { question, read }: { question: string; read: readonly Read[] },
): boolean {
  if (label === undefined) return true
  if (contentStems(subjectOf(passage.title)).isSubsetOf(contentStems(question))) return true
  const names = findNames(question)
  if (names.length > 0) return names.some(name => text.includes(name))
  return !read.some(
    ({ readable: other }) =>
      other.label === label && other.passage.documentId !== passage.documentId,
  )
}

/** Picks the units that contain a phrase that may be the answer, each once. */
function pickUnits(
  { readable, reading: { answers, spans } }: Read,
  rate: (passage: Passage) => number,
): FoundSentence[] {
  const { passage, start: offset, text, row } = readable
  if (row) {
    const span = { start: row.start, end: row.end }
    const score = answers + rate(passage)
    return [{ passage, span, text: passage.text.slice(row.start, row.end), score, row }]
  }
  const within = offset + text.length
  const units = unitsOf(passage).filter(({ span }) => span.start >= offset && span.end <= within)
  const picked = new Map<Unit, FoundSentence>()
  for (const { start, end, score } of spans) {
    const at = offset + start
    const unit = units.find(({ span }) => span.start <= at && at < span.end)
    if (!unit || picked.has(unit)) continue
    const behind = (spans[0]?.score ?? score) - score
    picked.set(unit, {
      ...unit,
      score: answers + rate(passage) - PHRASE_WEIGHT * behind,
      phrase: { start: at, end: Math.min(offset + end, unit.span.end) },
    })
  }
  return [...picked.values()]
}
