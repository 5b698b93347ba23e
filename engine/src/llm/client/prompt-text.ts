import { hash } from 'node:crypto'

const TAG_LENGTH = 12
/** Latin text has about four characters per token; tables, figures and other scripts have fewer. */
const CHARACTERS_PER_TOKEN = 3
/** Share of the text that may be given up to end at a sentence or a line. */
const SHARE_KEPT_AT_LEAST = 0.6
/** The question is at the beginning or the end of a request, with quotes and explanations between. */
const SHARE_OF_BEGINNING = 0.6
const GAP = '\n[…]\n'

/** Overestimates, because no tokenizer fits every model. */
export function estimateTokens(text: string): number {
  let wide = 0
  for (const character of text) if (character > '\u2e7f') wide += 1
  return Math.ceil((text.length - wide) / CHARACTERS_PER_TOKEN) + wide * 2
}

/** The model's own count may be higher than the estimate. */
const MARGIN_TOKENS = 200

/** Returns how many tokens of a context are left beside the reply and these parts of the prompt. */
export function roomBeside(
  { contextTokens }: { readonly contextTokens: number },
  maxTokens: number,
  ...parts: readonly string[]
): number {
  const used = parts.reduce((sum, part) => sum + estimateTokens(part), maxTokens + MARGIN_TOKENS)
  return Math.max(0, contextTokens - used)
}

/**
 * Puts foreign text between two marks that it cannot contain: the mark is derived from the text, so its
 * writer could not know it. The same text always makes the same prompt.
 */
export function fenceText(name: string, text: string): string {
  let tag = ''
  for (let round = 0; tag === '' || text.includes(tag); round += 1) {
    tag = hash('sha256', `${round}:${text}`).slice(0, TAG_LENGTH)
  }
  return `<<<${name} ${tag}>>>\n${text}\n<<<end of ${name} ${tag}>>>`
}

/** The beginning of a text, up to the end of a sentence or a line if one is near. */
export function fitTokens(text: string, tokens: number): string {
  const fitting = cut(text, tokens, length => text.slice(0, length))
  if (fitting === text) return text
  const least = fitting.length * SHARE_KEPT_AT_LEAST
  const end = lastEnd(fitting, /\n|[.!?…](?=["'”’)\]]*\s)|[。！？]/g)
  const wordEnd = lastEnd(fitting, /\s/g)
  const kept = [end, wordEnd].find(one => one >= least) ?? fitting.length
  return fitting.slice(0, kept).trimEnd()
}

/** Shortens a text that is too long to its beginning and its end. */
export function fitEnds(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  const room = Math.max(0, tokens - estimateTokens(GAP))
  const beginning = fitTokens(text, Math.floor(room * SHARE_OF_BEGINNING))
  const rest = text.slice(beginning.length)
  const left = room - estimateTokens(beginning)
  const end = cut(rest, left, length => rest.slice(rest.length - length))
  const word = end.search(/\s/)
  // A cut word is left out, if the text has words.
  return `${beginning}${GAP}${word >= 0 && word < end.length / 2 ? end.slice(word).trimStart() : end}`
}

/** As many items as fit, in order. An item that is too long makes way for those behind it. */
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

/** Packs items, in order, into batches of at most so many tokens. An item that is too long is alone. */
export function packItems<T>(
  items: readonly T[],
  {
    tokens,
    cost,
    most = items.length,
  }: { tokens: number; cost: (item: T) => number; most?: number },
): T[][] {
  const batches: T[][] = []
  let left = 0
  for (const item of items) {
    const own = cost(item)
    const open = batches.at(-1)
    if (open && own <= left && open.length < most) open.push(item)
    else {
      batches.push([item])
      left = tokens
    }
    left -= own
  }
  return batches
}

/** The longest slice that fits, without half of a surrogate pair. */
function cut(text: string, tokens: number, slice: (length: number) => string): string {
  let fits = 0
  let tooLong = text.length + 1
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (estimateTokens(slice(middle)) <= tokens) fits = middle
    else tooLong = middle
  }
  return slice(fits).replace(/[\ud800-\udbff]$|^[\udc00-\udfff]/, '')
}

function lastEnd(text: string, pattern: RegExp): number {
  let end = 0
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length
  return end
}
