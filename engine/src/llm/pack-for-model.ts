import type { Passage } from '../library/passage.ts'
import { estimateTokens } from './client/estimate-tokens.ts'
import { fenceText, fitTokens } from './client/fence-text.ts'

/** A passage as a prompt shows it. */
export interface NumberedPassage {
  readonly number: number
  readonly passage: Passage
  readonly rendered: string
}

/** A reader that has less than this to read is not worth a prompt of its own. */
const LEAST_TOKENS = 1_500
/** More at once is read with less care. */
const MOST_TOKENS = 12_000
const MOST_PASSAGES = 400
const LONGEST_TITLE = 200
const LONGEST_HEADINGS = 300
const LONGEST_HEADER = 600

/** The passages in prompts that fit, in their order, in about as many as there are readers. */
export function packForModel(
  passages: readonly Passage[],
  { tokens, readers }: { tokens: number; readers: number },
): NumberedPassage[][] {
  const most = Math.min(tokens, MOST_TOKENS)
  const items = passages
    .slice(0, MOST_PASSAGES)
    .map((passage, at) => numberPassage(passage, { number: at + 1, tokens: most }))
  const costs = items.map(({ rendered }) => estimateTokens(rendered))
  const all = costs.reduce((sum, cost) => sum + cost, 0)
  const share = Math.min(most, Math.max(LEAST_TOKENS, Math.ceil(all / Math.max(1, readers))))
  const batches: NumberedPassage[][] = []
  let left = 0
  for (const [at, item] of items.entries()) {
    const cost = costs[at] ?? 0
    const open = batches.at(-1)
    if (open && cost <= left) open.push(item)
    else {
      batches.push([item])
      left = share
    }
    left -= cost
  }
  return batches
}

/** A passage with what stands above it, cut to fit; what was cut off can still not be quoted wrongly. */
export function numberPassage(
  passage: Passage,
  { number, tokens }: { number: number; tokens: number },
): NumberedPassage {
  const { title, publishedOn, headings, tableHeader } = passage
  const above = [
    `Title: ${oneLine(title, LONGEST_TITLE)}`,
    ...(publishedOn === undefined ? [] : [`Published: ${publishedOn}`]),
    ...(headings.length === 0 ? [] : [`Under: ${oneLine(headings.join(' › '), LONGEST_HEADINGS)}`]),
    ...(tableHeader === undefined
      ? []
      : [`Table columns: ${oneLine(tableHeader, LONGEST_HEADER)}`]),
  ].join('\n')
  const name = `P${number}`
  const frame = estimateTokens(fenceText(name, above)) + 2
  const text = fitTokens(passage.text, Math.max(0, tokens - frame))
  return { number, passage, rendered: fenceText(name, `${above}\n\n${text}`) }
}

function oneLine(text: string, most: number): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed()
}
