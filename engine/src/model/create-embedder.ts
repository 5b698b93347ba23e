import { createServiceCaller } from '../outside/create-service-caller.ts'
import { ServiceError } from '../outside/service-caller.ts'
import type { Embedder } from './embedder.ts'
import { endpointUrl } from './endpoint-url.ts'
import { ModelFault } from './model-fault.ts'
import { readVectors } from './read-vectors.ts'

const MOST_TEXTS_AT_ONCE = 64
/** What a text is about shows in its beginning, and most models take no more. */
const MOST_CHARACTERS = 2_000
const MOST_REPLY_BYTES = 32 * 1024 * 1024

/** Vectors from any endpoint that has `/embeddings` as OpenAI's. */
export function createEmbedder({
  url,
  model,
  apiKey,
}: {
  readonly url: string
  readonly model: string
  readonly apiKey?: string | undefined
}): Embedder {
  const caller = createServiceCaller({
    name: 'the embeddings endpoint',
    baseUrl: endpointUrl(url),
    ...(apiKey !== undefined && { headers: { authorization: `Bearer ${apiKey}` } }),
  })

  async function embedBatch(
    texts: readonly string[],
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
    dimensions: number | undefined,
  ): Promise<readonly Float32Array[]> {
    try {
      const body = { model, input: texts.map(cut) }
      const call = { method: 'POST', body, maxBytes: MOST_REPLY_BYTES, ...options } as const
      return readVectors(await caller.json('/embeddings', call), {
        count: texts.length,
        ...(dimensions !== undefined && { dimensions }),
      })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw new ModelFault('unreachable', error.message)
    }
  }

  return {
    async embed(texts, { timeoutMs, signal }) {
      const endsAt = performance.now() + timeoutMs
      const vectors: Float32Array[] = []
      for (let start = 0; start < texts.length; start += MOST_TEXTS_AT_ONCE) {
        const batch = texts.slice(start, start + MOST_TEXTS_AT_ONCE)
        const leftMs = endsAt - performance.now()
        const call = { timeoutMs: leftMs, ...(signal && { signal }) }
        // Vectors of different lengths cannot be compared.
        vectors.push(...(await embedBatch(batch, call, vectors[0]?.length)))
      }
      return vectors
    },
  }
}

/** An empty text is refused by some endpoints, and is about nothing either way. */
function cut(text: string): string {
  return text.slice(0, MOST_CHARACTERS).toWellFormed() || ' '
}
