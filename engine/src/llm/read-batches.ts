import { mapAtOnce } from '../map-at-once.ts'
import {
  type AcceptedQuote,
  acceptModelQuotes,
  isMeant,
  type ModelQuote,
} from './accept-model-quotes.ts'
import { estimateTokens } from './client/estimate-tokens.ts'
import { ModelFault } from './client/model-fault.ts'
import { type NumberedPassage, numberPassage } from './pack-for-model.ts'

/** What a model quotes from passages as they are shown to it. */
export type Ask = (shown: readonly string[]) => Promise<readonly ModelQuote[]>

/** How often a prompt that turned out too long is halved. */
const MOST_HALVINGS = 3

/** All batches, so many at once; those that fail are left out unless all do. */
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
    // Who names no quote says that there is none; who names only such as do not exist says nothing.
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

/** Two batches of half the passages, or one of half the only passage. */
function halve(batch: readonly NumberedPassage[]): (readonly NumberedPassage[])[] {
  const [only, ...others] = batch
  if (only && others.length === 0) {
    const { passage, number, rendered } = only
    return [[numberPassage(passage, { number, tokens: Math.floor(estimateTokens(rendered) / 2) })]]
  }
  const middle = Math.ceil(batch.length / 2)
  return [batch.slice(0, middle), batch.slice(middle)]
}
