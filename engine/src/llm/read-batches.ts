import type { Passage } from '../library/passage.ts'
import { mapAtOnce } from '../map-at-once.ts'
import {
  type AcceptedQuote,
  acceptModelQuotes,
  isMeant,
  type ModelQuote,
} from './accept-model-quotes.ts'
import { estimateTokens } from './client/estimate-tokens.ts'
import { fenceText, fitTokens } from './client/fence-text.ts'
import { ModelFault } from './client/model-fault.ts'

/** Asks a model for quotes from the passages that it is shown. */
export type Ask = (shown: readonly string[]) => Promise<readonly ModelQuote[]>

/** Number of times that a prompt which is too long is halved. */
const MOST_HALVINGS = 3

/** Reads the batches, several at once. Batches that fail are left out, unless all fail. */
export async function readBatches(
  batches: readonly (readonly NumberedPassage[])[],
  ask: Ask,
  { readers, halvings = 0 }: { readers: number; halvings?: number },
): Promise<AcceptedQuote[]> {
  const faults: ModelFault[] = []
  const accepted = await mapAtOnce(batches, Math.max(1, readers), async batch => {
    try {
      return await readBatch(batch, ask, halvings)
    } catch (fault) {
      if (!(fault instanceof ModelFault)) throw fault
      faults.push(fault)
      return []
    }
  })
  if (faults.length === batches.length) throw faults[0]
  return accepted.flat()
}

async function readBatch(
  batch: readonly NumberedPassage[],
  ask: Ask,
  halvings: number,
): Promise<readonly AcceptedQuote[]> {
  const numbered = new Map(batch.map(({ number, passage }) => [number, passage]))
  try {
    const quotes = await ask(batch.map(({ rendered }) => rendered))
    const accepted = acceptModelQuotes(quotes, numbered)
    // A reply without quotes says that there is none. A reply with invented quotes says nothing.
    if (accepted.length === 0 && quotes.some(isMeant)) throw inventedAll()
    return accepted
  } catch (fault) {
    const isTooLong = fault instanceof ModelFault && fault.kind === 'too-long'
    if (!isTooLong || halvings >= MOST_HALVINGS) throw fault
    return await readBatches(halve(batch), ask, { readers: 1, halvings: halvings + 1 })
  }
}

function inventedAll(): ModelFault {
  return new ModelFault('garbled', 'the model quoted nothing that stands in what it was shown')
}

/** Splits a batch in two, or shortens its only passage to half. */
function halve(batch: readonly NumberedPassage[]): (readonly NumberedPassage[])[] {
  const [only, ...others] = batch
  if (only && others.length === 0) {
    const { passage, number, rendered } = only
    return [[numberPassage(passage, { number, tokens: Math.floor(estimateTokens(rendered) / 2) })]]
  }
  const middle = Math.ceil(batch.length / 2)
  return [batch.slice(0, middle), batch.slice(middle)]
}

/** A passage as the prompt shows it. */
export interface NumberedPassage {
  readonly number: number
  readonly passage: Passage
  readonly rendered: string
}

/** Least tokens that are worth a prompt. */
const LEAST_TOKENS = 1_500
/** A longer prompt is read with less care. */
const MOST_TOKENS = 12_000
const MOST_PASSAGES = 400
const LONGEST_TITLE = 200
const LONGEST_HEADINGS = 300
const LONGEST_HEADER = 600

/** Packs the passages, in their order, into about as many prompts as there are readers. */
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

/** Renders a passage with its headings, cut to fit. Quotes are still checked against the whole passage. */
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
