import stringWidth from 'string-width'
import { LINE_BREAK, type Line, type Run } from './styled-text.ts'

/** Matches breakable space, one character of a script without spaces, or a piece of a word. */
const CJK = String.raw`\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF01-\uFF60\u{20000}-\u{3FFFD}`
const ATOM = new RegExp(
  String.raw`([^\S\u00A0\u202F\u2007]+)|([${CJK}]\p{M}*)|[^${CJK}\s]+|[\u00A0\u202F\u2007]+`,
  'gu',
)
/** Closing punctuation never starts a line, and opening punctuation never ends one. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々〜]/u
const OPENING = /[\p{Ps}\p{Pi}]$/u
const ENDS_IN_CJK = new RegExp(`[${CJK}]\\p{M}*$`, 'u')

/** Wraps to a width; only a single word may be longer. */
export function wrapRuns(runs: Line, width: number): Line[] {
  const lines: Run[][] = [[]]
  let lineWidth = 0
  let space: Run | undefined
  let word: Run[] = []
  let wordWidth = 0

  function endWord() {
    if (word.length === 0) return
    const gap = space && lineWidth > 0 ? 1 : 0
    if (lineWidth > 0 && lineWidth + gap + wordWidth > width) {
      lines.push([])
      lineWidth = 0
    } else if (space && gap > 0) {
      lines.at(-1)?.push(space)
      lineWidth += gap
    }
    // One at a time: a word can have more pieces than a call accepts arguments.
    for (const piece of word) lines.at(-1)?.push(piece)
    lineWidth += wordWidth
    space = undefined
    word = []
    wordWidth = 0
  }

  for (const run of runs) {
    if (run === LINE_BREAK) {
      endWord()
      lines.push([])
      lineWidth = 0
      space = undefined
      continue
    }
    for (const [text, isSpace, isCjk] of run.text.matchAll(ATOM)) {
      if (isSpace !== undefined) {
        endWord()
        space ??= { ...run, text: ' ' }
        continue
      }
      if (mayPart(word.at(-1), text, isCjk !== undefined, run.isBound)) endWord()
      word.push({ ...run, text })
      wordWidth += stringWidth(text)
    }
  }
  endWord()
  return lines
}

/** Returns whether a line may break between two adjacent pieces. */
function mayPart(last: Run | undefined, text: string, isCjk: boolean, isBound: boolean): boolean {
  if (!last || isBound || CLOSING.test(text) || OPENING.test(last.text)) return false
  return isCjk || ENDS_IN_CJK.test(last.text)
}

export function widthOf(line: Line): number {
  return line.reduce((width, { text }) => width + stringWidth(text), 0)
}

/** Cuts clean text to a width, between grapheme clusters, and appends an ellipsis if it was cut. */
export function cutToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let cut = ''
  let taken = 0
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 4 * width + 4))) {
    taken += stringWidth(segment)
    if (taken >= width) break
    cut += segment
  }
  return `${cut.trimEnd()}…`
}
