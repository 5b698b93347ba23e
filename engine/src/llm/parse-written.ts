import Type, { type Static } from 'typebox'
import type { Evidence } from '../evidence/ledger.ts'
import type { Statement, WrittenStatement } from '../evidence/statement.ts'
import { sentences } from '../text/sentences.ts'
import { MOST_SENTENCE_CHARACTERS, plainSentence } from '../verify/plain-sentence.ts'
import type { Draft } from '../write/draft.ts'
import { closedObject } from './client/model.ts'

/**
 * A report as a model writes it, line by line: sentences that end with ids, `# ` and a heading, `- ` and an
 * item of a list, or nothing between two paragraphs. If it is cut off, the lines before still count.
 */
export const REPORT = closedObject({ lines: Type.Array(Type.String()) })

export type Report = Static<typeof REPORT>

export interface ParseOptions {
  /** The evidence by id; other ids are unknown. */
  readonly evidence: ReadonlyMap<number, Evidence>
  /** The statements behind F1, F2 and so on. */
  readonly facts: readonly Statement[]
  readonly language: string
}

const MOST_SENTENCES = 600
const MOST_HEADING_CHARACTERS = 120
const IDS = /[[(【［][\s*_]*(?:see\s+)?[EF]\d{1,5}\b[^\])】］]{0,200}[\])】］](?:\([^()\s]*\))?/giu
const ID = /\b([EF])(\d{1,5})\b/giu
/** Tables and HTML. A less-than sign before a space or a digit compares. */
const MARKUP = /\||<[a-z!/?]/i
/**
 * Invisible characters, and combining strokes and rings. Some scripts need joiners; in others they only
 * break up words.
 */
const UNSEEN =
  /(?!\s)[\p{Cc}\p{Co}]|(?![\u200c\u200d])\p{Cf}|[\u0334-\u0338\u20d0-\u20ff]|(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}])[\u200c\u200d]+/gu

/** Turns a model's report into a draft: its sentences with their evidence, and nothing else. */
export function parseWritten({ lines }: Report, options: ParseOptions): Draft {
  const sections: OpenSection[] = [{ paragraphs: [[]], bullets: [] }]
  const said = new Set<string>()
  let unsupported = 0
  for (const line of lines) {
    const [, title] = /^\s*#+\s(.*)$/s.exec(line) ?? []
    const section = sections.at(-1)
    if (title !== undefined) {
      const heading = MARKUP.test(title) ? '' : plainSentence(seen(title).replace(IDS, ''))
      const shown = heading.slice(0, MOST_HEADING_CHARACTERS)
      sections.push({ ...(heading !== '' && { heading: shown }), paragraphs: [[]], bullets: [] })
    } else if (line.trim() === '') section?.paragraphs.push([])
    else {
      const statements = toStatements(line, options)
      if (statements.length === 0) unsupported += 1
      const isItem = /^\s*[-*•]\s/.test(line)
      const list = isItem ? section?.bullets : section?.paragraphs.at(-1)
      for (const statement of statements) {
        const key = statement.text.toLowerCase().replace(/[^\p{L}\p{N}%$€£]+/gu, ' ')
        if (!said.has(key) && said.size < MOST_SENTENCES) list?.push(statement)
        said.add(key)
      }
    }
  }
  const filled = sections
    .map(({ paragraphs, ...rest }) => ({
      ...rest,
      paragraphs: paragraphs.filter(({ length }) => length > 0),
    }))
    .filter(({ paragraphs, bullets }) => paragraphs.length + bullets.length > 0)
  return { sections: filled, language: options.language, unsupported }
}

interface OpenSection {
  readonly heading?: string
  readonly paragraphs: WrittenStatement[][]
  readonly bullets: WrittenStatement[]
}

/** Usually one statement. If the model wrote several sentences, all of them rest on the same ids. */
function toStatements(written: string, { evidence, facts }: ParseOptions): WrittenStatement[] {
  if (written.length > MOST_SENTENCE_CHARACTERS || MARKUP.test(written)) return []
  const shown = seen(written)
  const ids = (shown.match(IDS) ?? []).flatMap(group => [...group.matchAll(ID)])
  const numbers = (of: string) =>
    ids.flatMap(([, letter = '', id]) => (letter.toUpperCase() === of ? [Number(id)] : []))
  const known = numbers('F').flatMap(id => facts[id - 1] ?? [])
  const cited = [
    ...new Set([
      ...numbers('E').flatMap(id => evidence.get(id) ?? []),
      ...known.flatMap(fact => fact.evidence),
    ]),
  ]
  const text = plainSentence(shown.replace(IDS, '')).replace(/\s+(?=[.,;:!?…。，！？])/gu, '')
  // An id among the words would be read as a word and means nothing to readers.
  const isName = ([id]: RegExpExecArray) => cited.some(({ quote }) => quote.includes(id))
  if (cited.length === 0 || ![...text.matchAll(ID)].every(isName)) return []
  const computed = known.flatMap(fact => fact.computed ?? [])
  return sentences(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter(one => /[\p{L}\p{N}]/u.test(one) && !one.endsWith(':'))
    .map(one => ({
      text: one,
      evidence: cited,
      isVerbatim: cited.some(({ quote }) => isWholeOf(one, quote)),
      ...(computed.length > 0 && { computed }),
      author: 'model',
      facts: known,
    }))
}

function seen(text: string): string {
  return text.replace(UNSEEN, '')
}

/** Returns whether it is a quote or a whole sentence of one: a part might leave out a negation. */
function isWholeOf(text: string, quote: string): boolean {
  const wholes = [quote, ...sentences(quote).map(({ start, end }) => quote.slice(start, end))]
  return wholes.some(whole => {
    const said = whole.replace(/\s+/g, ' ').trim()
    return said === text || said === `${text}.`
  })
}
