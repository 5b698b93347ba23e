import { markdownText } from '../extract/extract-markdown.ts'
import { blocks } from '../text/blocks.ts'

/** The ids that a sentence names, in order. */
export interface CitedIds {
  /** Of quotes in the ledger. */
  readonly evidence: readonly number[]
  /** Of sentences that code calculated, from 1. */
  readonly facts: readonly number[]
}

interface MarkedText {
  /** Each group of ids is one character from `FIRST_MARK` on, moved before the stop of its sentence. */
  readonly text: string
  readonly groups: readonly CitedIds[]
}

const FIRST_MARK = 0xe000
export const MARK = /[\ue000-\uf8ff]/gu
const MOST_GROUPS = 6_000
const MOST_IDS = 40
const MOST_RANGE = 20

const ID = '[EF]\\s?\\d{1,5}'
/** Each space can match in one way only: a second way would double the work for every id. */
const BETWEEN = '(?:\\s*(?:[,;&/–—-]|\\.{2,3}|and|und|et|y|e)\\s*|\\s*)'
const LIST = `${ID}(?:${BETWEEN}${ID}){0,12}`
/** In brackets with anything else that the model put there, in parentheses, or at the end of a line. */
const GROUP = new RegExp(
  [
    `[\\[【［][\\s*_]*(?:see\\s+)?${ID}\\b[^\\]】］\\n]{0,200}[\\]】］]`,
    `[\\[【［]\\s*\\d{1,5}(?:\\s*[,;–-]\\s*\\d{1,5}){0,${MOST_IDS}}\\s*[\\]】］]`,
    `[(（]\\s*(?:see\\s+)?${LIST}\\s*[)）]`,
    `(?<=[\\s.!?。])${LIST}(?=\\s*[.!?。]?\\s*$)`,
  ].join('|'),
  'gimu',
)
const RANGE = /([EF]?)\s?(\d{1,5})(?:\s*(?:[–—-]|\.{2,3})\s*[EF]?\s?(\d{1,5}))?/giu
const STOP = '[.!?…。！？]["”’»)\\]]*'
const LATE_MARK = new RegExp(`(${STOP})\\s*([\\ue000-\\uf8ff](?:[\\s,;]*[\\ue000-\\uf8ff])*)`, 'gu')

/** Replaces groups of ids by single marks, each inside the sentence that it belongs to. */
export function markIds(text: string): MarkedText {
  const groups: CitedIds[] = []
  const marked = text.replace(GROUP, written => {
    if (groups.length >= MOST_GROUPS) return ' '
    groups.push(readIds(written))
    return String.fromCharCode(FIRST_MARK + groups.length - 1)
  })
  return { text: marked.replace(LATE_MARK, '$2$1'), groups }
}

/** All ids of the marks in a piece of marked text. */
export function idsIn(piece: string, groups: readonly CitedIds[]): CitedIds & { isCited: boolean } {
  const marks = piece.match(MARK) ?? []
  const own = marks.flatMap(mark => groups[mark.charCodeAt(0) - FIRST_MARK] ?? [])
  return {
    evidence: [...new Set(own.flatMap(({ evidence }) => evidence))].slice(0, MOST_IDS),
    facts: [...new Set(own.flatMap(({ facts }) => facts))].slice(0, MOST_IDS),
    isCited: marks.length > 0,
  }
}

function readIds(written: string): CitedIds {
  const evidence: number[] = []
  const facts: number[] = []
  // After the ids, a model may give pages and titles, whose numbers are not ids; without letters, all are.
  const isBare = !/[EF]\s?\d/i.test(written)
  for (const [, letter = '', first = '', last = first] of written.matchAll(RANGE)) {
    if (letter === '' && !isBare) continue
    const ids = letter.toUpperCase() === 'F' ? facts : evidence
    const from = Number(first)
    const to = Math.min(Number(last), from + MOST_RANGE)
    for (let id = from; id <= to && ids.length < MOST_IDS; id++) ids.push(id)
  }
  return { evidence, facts }
}

/** A report of the longest kind has far less. */
const MOST_CHARACTERS = 100_000
const CODE =
  /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))|`+[^`\n]*[[\]][^`\n]*`+/gm
const HIDDEN =
  /<(script|style|iframe|object|template|svg|math|noscript|textarea)\b[\s\S]*?(?:<\/\1\s*>|$(?![\s\S]))|<!--[\s\S]*?(?:-->|$(?![\s\S]))/gi
/** A less-than sign before a space or a digit compares; before anything else it is a tag. */
const TAG = /<\/?[a-z!?][^<>\n]*(?:>|$)/gim
const LINKED_ID = /\[([EF]\d{1,5}[^\][\n]*)\]\([^)\n]*(?:\)|$)/gim
const SOURCE_NUMBER = /\[\[[^\]\n]{0,80}\]\]|\[\^[^\]\n]{0,40}\]/g
const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.|mailto:|javascript:|data:\w+\/)[^\s<>\])]*/gi
/**
 * Invisible characters, combining strokes and rings, and the characters of our own marks. Some scripts need
 * joiners; in others they only break up words.
 */
const UNSEEN =
  /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]|[\u0334-\u0338\u20d0-\u20ff]|(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}])[\u200c\u200d]+/gu

/** Removes what a model was not asked for: code, HTML, addresses, footnotes and source numbers. */
export function cleanMarkdown(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '')
    .replace(CODE, '\n')
    .replace(HIDDEN, ' ')
    .replace(TAG, ' ')
    .replace(LINKED_ID, '[$1]')
    .replace(SOURCE_NUMBER, ' ')
    .replace(ADDRESS, ' ')
}

/** A piece of a model's Markdown. Lists are flat, because a report has no outline. */
interface MarkdownBlock {
  readonly kind: 'heading' | 'paragraph' | 'bullet'
  readonly text: string
}

const SOURCES =
  /^(?:sources?|references?|bibliography|citations?|works cited|further reading|links?|footnotes|quellen\p{L}*|literatur\p{L}*|einzelnachweise|références|bibliographie|fuentes|referencias|bibliografía|fonti|riferimenti|bibliografia|fontes|referências|bronnen|källor|kilder|źródła|источники|литература|参考文献|参考资料|出典|来源|資料來源|参照)(?:\s+(?:cited|used|list|consulted))?\s*(?::|$)/iu

/** Returns the blocks in order, without code, tables and a list of sources. */
export function markdownBlocks(marked: string): MarkdownBlock[] {
  const text = markdownText(marked)
  let isInSources = false
  return blocks(text).flatMap((block): MarkdownBlock[] => {
    if (block.kind === 'heading') {
      isInSources = SOURCES.test(block.title)
      return isInSources ? [] : [{ kind: 'heading', text: bare(block.title) }]
    }
    const written = text.slice(block.start, block.end).split('\n')
    isInSources ||= SOURCES.test(written[0] ?? '')
    if (isInSources || block.kind === 'table') return []
    // Markdown's paragraphs are one line each, and so are the items of a list.
    const kind = written.length > 1 ? 'bullet' : 'paragraph'
    return written.map(line => ({ kind, text: line }))
  })
}

/** Removes the signs of emphasis. An underscore inside a word is part of it. */
export function bare(text: string): string {
  return text
    .replace(/\*{1,3}|~~|`+|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}
