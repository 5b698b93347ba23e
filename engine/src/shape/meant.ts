import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Passage } from '../library/passage.ts'
import { blocks } from '../text/blocks.ts'
import { sentences } from '../text/sentences.ts'
import { contentWords, type Word, words } from '../text/words.ts'
import { allStems, isStrong, strongStems, wordsOfName } from './property-words.ts'
import { isObjectSchema, readSchema } from './read-schema.ts'
import { schemaParts } from './schema-parts.ts'

/** What an input is about beyond what the schema asks for; a source must speak of it. */
export interface Meant {
  /** The words of its proper names, each in one form. */
  readonly names: readonly string[]
  /** The stems of what else it asks something of: "velt bridge" of "cost of the velt bridge". */
  readonly objects: readonly string[]
  /** The stems of all that it speaks of. */
  readonly topics: readonly string[]
}

/** What was asked, with the proper names in it. */
export interface Asked {
  readonly text: string
  readonly names: readonly string[]
}

/** Words of a request that say nothing of what it is about. */
const REQUEST = new Set(
  allStems(
    'tell give show find list compare describe explain summarise summarize report research ' +
      'identify name extract provide return fill please want need know look many much top',
  ),
)
const OBJECT = /\b(?:of|in|for|about|on|at|from)\s+(?:(?:the|an?|its|their)\s+)?/gi
const LEAST_OF_TOPICS = 0.5
const REFERS_BACK = /^(?:it|its|they|their|he|his|she|her|this|these)\b/i
const MOST_PARTS = 4_000
/** What follows in a long request tells how to answer. */
const MOST_INPUT = 2_000
const MOST_PHRASE = 80

export function readMeant(question: Asked, schema: JsonObject): Meant {
  const asked = new Set(leafNames(schema).flatMap(allStems))
  const isTelling = (stem: string) =>
    !asked.has(stem) && !REQUEST.has(stem) && isStrong(stem) && !/\d/.test(stem)
  const text = question.text.slice(0, MOST_INPUT)
  const ofNames = new Set(question.names.flatMap(allStems))
  const isTopic = (stem: string) => isTelling(stem) && !ofNames.has(stem)
  return {
    names: [...new Set(question.names.flatMap(name => namingWords(name, { question, isTelling })))],
    objects: [...new Set(objectsOf(text))].filter(isTopic),
    topics: allStems(text).filter(isTopic),
  }
}

/** The words by which a source must call it. */
function namingWords(
  name: string,
  { question, isTelling }: { question: Asked; isTelling: (stem: string) => boolean },
): string[] {
  const isOpening = question.text.trimStart().startsWith(name)
  // What opens a sentence is written large without being a name: "Facts on Ruhm", "Cost of Ruhm".
  const [, rest = name] = (isOpening && /^\S+\s+(?:of|in|for|on|at)\s+(.+)$/su.exec(name)) || []
  const own = contentWords(rest)
  const telling = own.filter(({ stem }) => isTelling(stem))
  // Something is not less a name for being the name of a property too.
  return (telling.length > 0 || isOpening ? telling : own).map(oneForm)
}

/** Names are told apart by more than their stem. */
function oneForm({ folded }: Pick<Word, 'folded'>): string {
  return folded.replace(/['’]?s$/, '')
}

/** The words that follow a preposition, up to the next small word or sign. */
function objectsOf(text: string): string[] {
  return Array.from(text.matchAll(OBJECT), ({ 0: opening, index }) => {
    const start = index + opening.length
    const [phrase = ''] = text.slice(start, start + MOST_PHRASE).split(/[,.;:?!()\n]/)
    const read = words(phrase)
    const content = new Set(contentWords(phrase).map(({ start }) => start))
    const end = read.findIndex(({ start }) => !content.has(start))
    return (end === -1 ? read : read.slice(0, end)).map(({ stem }) => stem)
  }).flat()
}

function leafNames(root: JsonObject): string[] {
  const names: string[] = []
  const pending: unknown[] = [root]
  for (let seen = 0; pending.length > 0 && seen < MOST_PARTS; seen++) {
    const schema = pending.pop()
    if (!isJsonObject(schema)) continue
    const { properties } = schema
    for (const [name, own] of isJsonObject(properties) ? Object.entries(properties) : []) {
      if (!isObjectSchema(root, readSchema(root, own))) names.push(wordsOfName(name))
    }
    pending.push(...Array.from(schemaParts(schema, ''), part => part.schema))
  }
  return names
}

/** Whether a field, a sentence or a table is about what the input names and speaks of. */
export function isMeant(
  { names, objects, topics }: Meant,
  found: Pick<FoundSentence, 'passage' | 'text' | 'label'> & Partial<Pick<FoundSentence, 'span'>>,
): boolean {
  const { passage, text, label } = found
  const { title, headings, tableHeader = '' } = passage
  const near = words([title, ...headings, tableHeader, text, contextOf(found)].join('\n'))
  const forms = new Set(near.map(oneForm))
  if (!names.every(name => forms.has(name))) return false
  const isField = label !== undefined && label !== ''
  const stems = new Set([...near, ...(isField ? [] : words(passage.text))].map(({ stem }) => stem))
  if (!objects.every(stem => stems.has(stem))) return false
  // A field is of its document's subject alone; prose and tables may speak of it in other words.
  const least = isField ? 1 : LEAST_OF_TOPICS
  return topics.filter(topic => stems.has(topic)).length >= least * topics.length
}

/** Whether a passage is about it, wherever it says so. */
export function isMeantBy(meant: Meant, passage: Passage): boolean {
  return isMeant(meant, { passage, text: passage.text })
}

/** Words that want some of a whole, or another order. */
const RESTRICTS =
  /\d|\b(?:more|less|fewer|most|least|than|over|under|above|below|before|after|since|until|between|except|only|not|no|without|largest|biggest|highest|smallest|lowest|first|last|latest|newest|oldest|best|worst|any|some|sort(?:ed)?|order(?:ed)?)\b/i

/** Whether a question says nothing beyond what a text says, so that it wants all of it. */
export function isPlainRequest({ text }: Pick<Asked, 'text'>, said: string): boolean {
  if (RESTRICTS.test(text)) return false
  const held = new Set(allStems(said))
  return strongStems(text).every(stem => held.has(stem) || REQUEST.has(stem))
}

/** The heading that it stands under in its passage, and the sentence that its pronoun refers to. */
function contextOf({
  passage,
  text,
  span,
  label,
}: Pick<FoundSentence, 'passage' | 'text' | 'label'> &
  Partial<Pick<FoundSentence, 'span'>>): string {
  if (!span) return ''
  const before = blocks(passage.text.slice(0, span.start))
  const heading = before.findLast(block => block.kind === 'heading')
  const last = before.at(-1)
  const context = heading?.kind === 'heading' ? [heading.title] : []
  if (label === undefined && REFERS_BACK.test(text) && last?.kind === 'prose') {
    const prose = passage.text.slice(last.start, last.end)
    const sentence = sentences(prose).at(-1)
    if (sentence) context.push(prose.slice(sentence.start, sentence.end))
  }
  return context.join('\n')
}
