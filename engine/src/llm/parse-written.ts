import type { Evidence } from '../evidence/ledger.ts'
import type { Statement, WrittenStatement } from '../evidence/statement.ts'
import { sentences } from '../text/sentences.ts'
import { words } from '../text/words.ts'
import type { Draft, Section } from '../write/draft.ts'
import {
  bare,
  type CitedIds,
  cleanMarkdown,
  idsIn,
  MARK,
  markdownBlocks,
  markIds,
} from './written-markdown.ts'

export interface ParseOptions {
  /** The evidence by id; other ids are unknown. */
  readonly evidence: ReadonlyMap<number, Evidence>
  /** The statements behind F1, F2 and so on. */
  readonly facts: readonly Statement[]
  readonly language: string
  /** False if the text was cut off; an unfinished sentence is then left out. */
  readonly isComplete: boolean
}

const MOST_SENTENCES = 600
const MOST_CHARACTERS = 2_000
const MOST_HEADING_CHARACTERS = 120
/** A line without ids and with fewer words is a transition and claims nothing. */
const FEWEST_CLAIM_WORDS = 5
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const WHOLE = /(?:[.!?…。！？]["”’»)\]]*|[\ue000-\uf8ff])\s*$/u
const ID_IN_TEXT = /(?<![\p{L}\p{N}])[EF]\d{1,5}(?![\p{L}\p{N}])/gu

/** Parses a model's text into a draft: its sentences with their evidence, and nothing else. */
export function parseWritten(text: string, options: ParseOptions): Draft {
  const { text: marked, groups } = markIds(cleanMarkdown(text))
  const whole = options.isComplete ? marked : marked.replace(/[[(【][^\])】\n]{0,200}$/u, '')
  const blocks = markdownBlocks(whole)
  const sections: {
    heading?: string
    paragraphs: WrittenStatement[][]
    bullets: WrittenStatement[]
  }[] = [{ paragraphs: [], bullets: [] }]
  let unsupported = 0
  let count = 0
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'heading') {
      const heading = block.text.replace(MARK, '').trim().slice(0, MOST_HEADING_CHARACTERS)
      sections.push({ ...(heading !== '' && { heading }), paragraphs: [], bullets: [] })
      continue
    }
    const isCut = !options.isComplete && at === blocks.length - 1
    const parsed = parseBlock(block.text, { ...options, groups, isCut })
    unsupported += parsed.unsupported
    const kept = parsed.statements.slice(0, MOST_SENTENCES - count)
    count += kept.length
    const section = sections.at(-1)
    if (block.kind === 'bullet') section?.bullets.push(...kept)
    else if (kept.length > 0) section?.paragraphs.push(kept)
  }
  const once = sayOnce(sections)
  return { sections: once.filter(hasStatements), language: options.language, unsupported }
}

interface BlockOptions extends ParseOptions {
  readonly groups: readonly CitedIds[]
  readonly isCut: boolean
}

interface ParsedBlock {
  readonly statements: readonly WrittenStatement[]
  readonly unsupported: number
}

/** A sentence without ids gets those of the next one that has some, if possible. */
function parseBlock(text: string, { isCut, ...options }: BlockOptions): ParsedBlock {
  const spans = sentences(text).map(({ start, end }) => text.slice(start, end))
  if (isCut && !WHOLE.test(text)) spans.pop()
  let unsupported = 0
  let next: CitedIds | undefined
  const statements: WrittenStatement[] = []
  for (const span of spans.toReversed()) {
    const own = idsIn(span, options.groups)
    const ids = own.isCited ? own : next
    if (own.isCited) next = own
    const statement = ids && toStatement(span, ids, options)
    if (statement) statements.push(statement)
    else if (claims(span)) unsupported += 1
  }
  return { statements: statements.reverse(), unsupported }
}

function toStatement(
  span: string,
  ids: CitedIds,
  { evidence, facts }: ParseOptions,
): WrittenStatement | undefined {
  const text = sentenceText(span)
  if (!/[\p{L}\p{N}]/u.test(text) || text.length > MOST_CHARACTERS || text.endsWith(':')) {
    return undefined
  }
  const known = ids.facts.flatMap(id => facts[id - 1] ?? [])
  const cited = new Set([
    ...ids.evidence.flatMap(id => evidence.get(id) ?? []),
    ...known.flatMap(fact => fact.evidence),
  ])
  if (cited.size === 0) return undefined
  // An id among the words would be read as a word and means nothing to readers.
  const isName = (id: string) => [...cited].some(({ quote }) => quote.includes(id))
  if ((text.match(ID_IN_TEXT) ?? []).some(id => !isName(id))) return undefined
  const computed = known.flatMap(fact => fact.computed ?? [])
  return {
    text,
    evidence: [...cited],
    isVerbatim: [...cited].some(({ quote }) => isWholeOf(text, quote)),
    ...(computed.length > 0 && { computed }),
    author: 'model',
    facts: known,
  }
}

function sentenceText(span: string): string {
  return bare(span.replace(MARK, ' '))
    .replace(/\s+([.,;:!?…。，！？])/gu, '$1')
    .replace(/([,;])(?=[.!?…])/g, '')
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .trim()
}

/** Returns whether it is a quote or a whole sentence of one: a part might leave out a negation. */
function isWholeOf(text: string, quote: string): boolean {
  const wholes = [quote, ...sentences(quote).map(({ start, end }) => quote.slice(start, end))]
  return wholes.some(whole => {
    const said = whole.replace(/\s+/g, ' ').trim()
    return said === text || said === `${text}.`
  })
}

function claims(span: string): boolean {
  const text = sentenceText(span)
  if (text.endsWith(':')) return false
  return UNSPACED.test(text) || words(text).length >= FEWEST_CLAIM_WORDS
}

function hasStatements({ paragraphs, bullets = [] }: Section): boolean {
  return bullets.length > 0 || paragraphs.some(statements => statements.length > 0)
}

/** Removes sentences that repeat an earlier one. */
function sayOnce(sections: readonly Section[]): Section[] {
  const texts = new Set<string>()
  const isNew = ({ text }: Statement) => {
    const key = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}%$€£.,-]+/gu, ' ')
      .replace(/[\s.,-]+$/, '')
    const isFirst = !texts.has(key)
    texts.add(key)
    return isFirst
  }
  return sections.map(section => ({
    ...section,
    paragraphs: section.paragraphs.map(statements => statements.filter(isNew)),
    ...(section.bullets && { bullets: section.bullets.filter(isNew) }),
  }))
}
