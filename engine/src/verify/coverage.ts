import type { ClaimWord, Row } from './align-claim.ts'

const WINDOW = 3

/** The share of the claim's words, by weight, among what was hit. */
export function coverage(claimWords: readonly ClaimWord[], hits: Float32Array): number {
  let found = 0
  let whole = 0
  for (const { id, weight } of claimWords) {
    whole += weight
    found += weight * (hits[id] ?? 0)
  }
  return whole === 0 ? 1 : found / whole
}

/** The up to three sentences after each other that have most of the claim's words. */
export function bestWindow(claimWords: readonly ClaimWord[], rows: readonly Row[]): readonly Row[] {
  let best: readonly Row[] = rows.slice(0, WINDOW)
  let most = 0
  for (let start = 0; start + WINDOW <= rows.length; start++) {
    const window = rows.slice(start, start + WINDOW)
    const covered = coverage(claimWords, mergeHits(window))
    if (covered > most) {
      most = covered
      best = window
    }
  }
  return best
}

/** For each id the best hit of any of the sentences. */
export function mergeHits(rows: readonly Row[]): Float32Array {
  const merged = new Float32Array(rows[0]?.hits.length ?? 0)
  for (const { hits } of rows) {
    for (let id = 0; id < merged.length; id++) {
      merged[id] = Math.max(merged[id] ?? 0, hits[id] ?? 0)
    }
  }
  return merged
}
