import { createHash } from 'node:crypto'
import { estimateTokens } from './estimate-tokens.ts'

const TAG_LENGTH = 12

/** Share of the text that may be given up to end at a sentence or a line. */
const SHARE_KEPT_AT_LEAST = 0.6

/**
 * Puts foreign text between two marks that it cannot contain: the mark is derived from the text, so its
 * writer could not know it. The same text always makes the same prompt.
 */
export function fenceText(name: string, text: string): string {
  const tag = tagFor(text)
  return `<<<${name} ${tag}>>>\n${text}\n<<<end of ${name} ${tag}>>>`
}

function tagFor(text: string): string {
  let tag = ''
  for (let round = 0; tag === '' || text.includes(tag); round += 1) {
    tag = createHash('sha256').update(`${round}:${text}`).digest('hex').slice(0, TAG_LENGTH)
  }
  return tag
}

/** The beginning of a text, to the end of a sentence or a line where one is near. */
export function fitTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  const fitting = text.slice(0, longestFitting(text, tokens))
  const least = fitting.length * SHARE_KEPT_AT_LEAST
  const end = lastEnd(fitting, /\n|[.!?…](?=["'”’)\]]*\s)|[。！？]/g)
  if (end >= least) return fitting.slice(0, end).trimEnd()
  const wordEnd = lastEnd(fitting, /\s/g)
  return wordEnd >= least ? fitting.slice(0, wordEnd).trimEnd() : fitting
}

/** As many items as fit, in their order; one that is too long is passed over for those behind it. */
export function fitItems<T>(
  items: readonly T[],
  { tokens, render }: { tokens: number; render: (item: T) => string },
): { readonly taken: readonly T[]; readonly text: string } {
  const taken: T[] = []
  const texts: string[] = []
  let left = tokens
  for (const item of items) {
    const text = render(item)
    const cost = estimateTokens(`${text}\n`)
    if (cost > left) continue
    left -= cost
    taken.push(item)
    texts.push(text)
  }
  return { taken, text: texts.join('\n') }
}

/** How many code units fit; found by halving, as a longer beginning never has fewer tokens. */
function longestFitting(text: string, tokens: number): number {
  let fits = 0
  let tooLong = text.length
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (estimateTokens(text.slice(0, middle)) <= tokens) fits = middle
    else tooLong = middle
  }
  // Half of a pair is no character.
  return /[\ud800-\udbff]/.test(text[fits - 1] ?? '') ? fits - 1 : fits
}

function lastEnd(text: string, pattern: RegExp): number {
  let end = 0
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length
  return end
}
