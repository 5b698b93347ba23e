import type { Passage } from '../library/passage.ts'
import type { Embedder } from '../model/embedder.ts'
import { ModelFault } from '../model/model-fault.ts'

/** What is further behind stays behind. */
const MOST_PASSAGES = 96
const LONGEST_QUESTION = 2_000
const LONGEST_TITLE = 200
const LONGEST_TEXT = 2_000
/** How little it counts to be first rather than second, by either order. */
const RANK_OFFSET = 60

interface RankOptions {
  readonly question: string
  /** Best first, by words. */
  readonly passages: readonly Passage[]
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * The passages in an order in which closeness of meaning counts as much as the order that they came
 * in. Their scores are dealt out anew, the highest to the first. Rejects when there are no vectors to
 * go by.
 */
export async function rankByEmbedding(
  embedder: Embedder,
  { question, passages, timeoutMs, signal }: RankOptions,
): Promise<readonly Passage[]> {
  const ranked = passages.slice(0, MOST_PASSAGES)
  if (ranked.length < 2) return passages
  const texts = [question.slice(0, LONGEST_QUESTION), ...ranked.map(textOf)]
  const vectors = await embedder.embed(
    texts.map(text => text.toWellFormed()),
    { timeoutMs, ...(signal && { signal }) },
  )
  const [asked, ...others] = vectors
  const closeness = others.map(vector => dot(asked ?? new Float32Array(), vector))
  if (closeness.length !== ranked.length || !closeness.every(Number.isFinite)) {
    throw new ModelFault('garbled', 'the embeddings endpoint gave vectors that cannot be compared')
  }
  const order = fuse(closeness)
  const rest = passages.slice(MOST_PASSAGES)
  return rescore([...order.flatMap(at => ranked[at] ?? []), ...rest])
}

function textOf({ title, text }: Passage): string {
  return `${title.slice(0, LONGEST_TITLE)}\n${text.slice(0, LONGEST_TEXT)}`
}

/** Vectors of different lengths are not of one model: nothing comes of them. */
function dot(one: Float32Array, other: Float32Array): number {
  if (one.length === 0 || one.length !== other.length) return Number.NaN
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}

/** Places in the order given, the best first, by reciprocal ranks in that order and in that of closeness. */
function fuse(closeness: readonly number[]): number[] {
  const places = closeness.map((_, at) => at)
  const closest = places.toSorted((one, other) => (closeness[other] ?? 0) - (closeness[one] ?? 0))
  const fused = new Map(places.map(at => [at, 1 / (RANK_OFFSET + at)]))
  closest.forEach((at, rank) => {
    fused.set(at, (fused.get(at) ?? 0) + 1 / (RANK_OFFSET + rank))
  })
  return places.toSorted((one, other) => (fused.get(other) ?? 0) - (fused.get(one) ?? 0))
}

/** The same scores in the new order, so that they compare with those of other searches as before. */
function rescore(passages: readonly Passage[]): Passage[] {
  const scores = passages.map(({ score }) => score).toSorted((one, other) => other - one)
  const isUsable = (scores[0] ?? 0) > 0
  return passages.map((passage, at) => ({
    ...passage,
    score: isUsable ? (scores[at] ?? 0) : 1 / (at + 1),
  }))
}
