import type { Passage } from '../library/passage.ts'
import type { Embedder } from '../model/embedder.ts'
import type { Part } from '../plan/part.ts'
import { rankByEmbedding } from '../read/rank-by-embedding.ts'
import type { OpenBudget } from './open-budget.ts'

const TIMEOUT_MS = 5_000

/** The passages with those first that mean most nearly what was asked, where somebody can tell. */
export async function rankPassages(
  { question }: Part,
  passages: readonly Passage[],
  { embedder, budget, signal }: { embedder?: Embedder; budget: OpenBudget; signal?: AbortSignal },
): Promise<readonly Passage[]> {
  const timeoutMs = Math.min(TIMEOUT_MS, budget.searchEndsAt - performance.now())
  if (!embedder || passages.length < 2 || timeoutMs <= 0) return passages
  try {
    const call = { question, passages, timeoutMs, ...(signal && { signal }) }
    return await rankByEmbedding(embedder, call)
  } catch {
    signal?.throwIfAborted()
    // An order by words is an order too.
    return passages
  }
}
