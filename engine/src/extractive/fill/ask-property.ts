import type { JsonObject } from '@footnote/contract/json-object'
import type { HeldValue } from '../../evidence/finding.ts'
import type { Evidence, Ledger } from '../../evidence/ledger.ts'
import type { Statement } from '../../evidence/statement.ts'
import type { Passage } from '../../library/passage.ts'
import type { FillPart } from '../../shape/fill-parts.ts'
import { askedName, askedStems, type Property } from '../../shape/property.ts'
import { findNames } from '../../text/find-names.ts'
import type { Span } from '../../text/span.ts'
import { contentStems } from '../../text/words.ts'
import { yearsIn } from '../of-years.ts'
import type { Subject } from './find-subjects.ts'
import type { Held } from './look-up.ts'

/** Part of a source that may answer a question. Spans are relative to the passage's text. */
export interface Candidate {
  readonly passage: Passage
  readonly quote: Span
  /** The part of the quote that answers: the value of a field, a phrase, or all of a sentence. */
  readonly answer: Span
  /** The label of a field. */
  readonly label?: string
}

/** When a value is wanted; undefined if the words leave it open. */
export interface When {
  readonly phrase: string
  readonly year?: number | undefined
}

const MOST_INPUT = 300
/** "Facts about" has a capital letter and names nothing. */
const OPENING = /^\s*\p{L}+\s+(?:about|of|on|for)\s+(?:the\s+)?/u
const LEAST_OF_TOPICS = 0.5
const LEAST_OF_GIST = 0.6
const LEAST_FAMILY = 5
const LEAST_OF_FAMILY = 0.7

/** Asks for a property in several phrasings, and yields the candidates that speak of it. */
export async function* askProperty(
  { ask, input, topics }: Filling,
  property: Property,
  {
    subject,
    wantsTruth,
    when = { phrase: '' },
  }: { subject: Subject | undefined; wantsTruth: boolean; when?: When },
): AsyncGenerator<Candidate> {
  for (const question of questionsFor(property, { subject, input, when })) {
    for (const candidate of await ask(question)) {
      const isAbout = subject
        ? isAboutSubject(subject, candidate)
        : isAboutTopics(topics, candidate.passage)
      // A truth is read by its exact words, wherever they are.
      if (
        isAbout &&
        isOfYear(candidate, when) &&
        (wantsTruth || speaksOf(property, candidate, subject))
      )
        yield candidate
    }
  }
}

function questionsFor(
  property: Property,
  { subject, input, when }: { subject: Subject | undefined; input: string; when: When },
): string[] {
  const { around, gist } = property
  const name = askedName(property)
  // A name such as `value` asks for what the input asks for.
  if (askedStems(`${name} ${gist}`).length === 0 && around.length === 0) {
    return [input]
  }
  const isTimed = yearsIn(`${name} ${gist}`).length > 0 || /\bdate\b/.test(name)
  const time = isTimed ? '' : when.phrase
  const whole = [...around, name].join(' ')
  const phrases = [gist, whole, [...around.slice(-1), name].join(' '), name]
  const distinct = [...new Set(phrases.filter(phrase => phrase !== ''))]
  if (subject) {
    return distinct.map(attribute => {
      const isNamed = attribute.toLowerCase().includes(subject.name.toLowerCase())
      return `${isNamed ? attribute : `${attribute} of ${subject.name}`}${time}`
    })
  }
  const topic = input.slice(0, MOST_INPUT).replace(OPENING, '')
  const names = findNames(topic).join(' and ')
  const of = names === '' ? '' : ` of ${names}`
  return [...distinct.map(phrase => `${phrase}${of}${time}`), `${topic}: ${name}`]
}

function isOfYear({ passage, quote }: Candidate, { year }: When): boolean {
  const { title, headings, text } = passage
  const said = [title, ...headings, text.slice(quote.start, quote.end)].join(' ')
  return year === undefined || said.includes(String(year))
}

/**
 * Whether a candidate uses the words of the property. The reading model finds related fields and
 * sentences, but it takes revenue for profit and GDP per capita for GDP.
 */
function speaksOf(property: Property, candidate: Candidate, subject: Subject | undefined): boolean {
  const { around, gist } = property
  const name = askedName(property)
  const ofSubject = contentStems(subject?.name ?? '')
  const stems = (phrase: string) => askedStems(phrase).filter(stem => !ofSubject.has(stem))
  const own = stems(name)
  const told = stems(gist)
  if (own.length === 0 && told.length === 0 && around.length === 0) return true
  const { passage, label, quote } = candidate
  const text = passage.text.slice(quote.start, quote.end)
  const near = contentStems(label ?? text)
  const above = [passage.title, ...passage.headings].join(' ')
  const said = near.union(contentStems(above))
  const head = label === undefined ? near : contentStems(label.replace(/\([^()]*\)/g, ' '))
  const isNamed = (asked: readonly string[], least: number) =>
    asked.some(stem => holds(head, stem)) &&
    asked.filter(stem => holds(said, stem)).length >= least * asked.length
  const byName = isNamed(own.length > 0 ? own : stems(around.at(-1) ?? ''), 1)
  const byGist = isNamed(told, LEAST_OF_GIST)
  if (!byName && !byGist) return false
  if (label === undefined || !byName) return true
  // `land` of an area is not that of the land boundaries, nor school life expectancy a life expectancy.
  const parts = label.split(/ [—–-] /).filter((part, at) => at === 0 || !EVERYTHING.test(part))
  const words = [...contentStems((parts.at(-1) ?? '').replace(/\([^()]*\)/g, ' '))]
  const explained = contentStems([name, ...around, gist, 'rate'].join(' '))
  const isExplained = (stem: string) => holds(explained, stem)
  return (
    words.every(isExplained) || (own.length > 1 && words.slice(0, own.length).every(isExplained))
  )
}

/** Parts of labels that say no more than "all of it". */
const EVERYTHING = /^(?:name|text|value|overall|total(?: population)?|all (?:people|persons))$/i

function isAboutSubject(
  { name, documentIds, otherNames = [] }: Subject,
  { passage, quote, label }: Candidate,
): boolean {
  if (documentIds.includes(passage.documentId)) return true
  const quoted = passage.text.slice(quote.start, quote.end)
  // The line of a fact begins with its subject.
  const isOwner = [name, ...otherNames].some(one => quoted.startsWith(`${one} — `))
  return isOwner || (label === undefined && quoted.includes(name))
}

export function isAboutTopics(
  topics: ReadonlySet<string>,
  { title, headings, text }: Passage,
): boolean {
  const said = contentStems([title, ...headings, text].join('\n'))
  return topics.intersection(said).size >= LEAST_OF_TOPICS * topics.size
}

export function holds(said: ReadonlySet<string>, stem: string): boolean {
  return said.has(stem) || [...said].some(other => isSameFamily(stem, other))
}

/** Designer and designed, but not capital and capacity. */
function isSameFamily(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length)
  const shared = Math.max(LEAST_FAMILY, Math.ceil(longest * LEAST_OF_FAMILY))
  return other.length >= shared && one.slice(0, shared) === other.slice(0, shared)
}

/** A candidate for a column of a row: of a table, or of a list such as `Burma 238 km, Cambodia 555 km`. */
export type RowOf = (column: {
  readonly name: string
  readonly type: string
}) => Candidate | undefined

/** A place in the object that is being filled. */
export interface Place {
  readonly pointer: string
  /** Names of the properties on the way here, without those that name a subject. */
  readonly names: readonly string[]
  readonly subject?: Subject | undefined
  /** Whether the object here, or around a single value, is the subject rather than a part of it. */
  readonly isSubject?: boolean
  /** The evidence that the subject belongs to a list, and its position in a ranking. */
  readonly listed?: {
    readonly position?: number
    readonly evidence: readonly Evidence[]
    /** The property by which the subject was listed. */
    readonly value?: HeldValue
  }
  /** The row that gives the values here. */
  readonly row?: RowOf
  /** The year that the values here are of, in a list of years. */
  readonly year?: number
  /** The evidence of each page that a property for sources lists. */
  readonly pages?: readonly (readonly Evidence[])[]
}

export interface Filling {
  readonly schema: JsonObject
  readonly input: string
  /** The request in plain questions, or in the words of the caller. */
  readonly questions: readonly string[]
  /** The subjects of the question. */
  readonly subjects: readonly Subject[]
  /** Finds the subject with this name. */
  readonly subjectCalled: (name: string) => Promise<Subject | undefined>
  /** Words of the input that the schema does not ask for: a source has to speak of them. */
  readonly topics: ReadonlySet<string>
  readonly ledger: Ledger
  /** The sentences of a report; all of them are verified. */
  readonly summary: readonly Pick<Statement, 'text' | 'evidence'>[]
  /** The subjects that the question asks for, if it does. */
  readonly list: Held | undefined
  /** The collections' answers to each question of the request that is not a list of subjects. */
  readonly records: readonly Held[]
  /** Looks up a plain question in the collections. */
  readonly lookUp: (question: string) => Promise<Held | undefined>
  /** Reads the documents of the question, for their tables. */
  readonly readDocuments: () => Promise<readonly Passage[]>
  /** Answers a question with candidates from the sources, best first. */
  readonly ask: (question: string) => Promise<readonly Candidate[]>
  readonly fill: FillPart<Place>
}
