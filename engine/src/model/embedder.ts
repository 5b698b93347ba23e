/** Turns texts into vectors whose closeness tells how much they are about the same. */
export interface Embedder {
  /** One vector for each text, of length 1. */
  embed(
    texts: readonly string[],
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>
}
