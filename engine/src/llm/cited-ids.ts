/** The ids that a sentence names, in the order in which it does. */
export interface CitedIds {
  /** Of quotes in the ledger. */
  readonly evidence: readonly number[]
  /** Of sentences that code put together, from 1. */
  readonly facts: readonly number[]
}

export interface MarkedText {
  /** Each group of ids is one character from `FIRST_MARK` on, moved before the stop of its sentence. */
  readonly text: string
  readonly groups: readonly CitedIds[]
}

export const FIRST_MARK = 0xe000
export const MARK = /[\ue000-\uf8ff]/gu
const MOST_GROUPS = 6_000
const MOST_IDS = 40
const MOST_RANGE = 20

const ID = '[EF]\\s?\\d{1,5}'
/** Each space is read in one way only: a second one would double the work for every id. */
const BETWEEN = '(?:\\s*(?:[,;&/–—-]|\\.{2,3}|and|und|et|y|e)\\s*|\\s*)'
const LIST = `${ID}(?:${BETWEEN}${ID}){0,12}`
/** In brackets with whatever else the model put there, in parentheses alone, and at the end of all. */
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

/** The text with its groups of ids as single marks, each inside the sentence that it belongs to. */
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
  // Behind the ids a model may tell pages and titles, whose numbers are none; without a letter all are.
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
