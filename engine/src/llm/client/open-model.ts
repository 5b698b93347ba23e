import { createModel, type ModelOptions } from './create-model.ts'
import { findContextTokens } from './find-context-tokens.ts'
import type { Model } from './model.ts'

/** What every model of today takes. */
const CONTEXT_TOKENS = 8_192
/** A start does not wait longer for an endpoint that may not be up yet. */
const FIND_MS = 5_000

/** A model that knows how much it takes at once: as set, as its endpoint tells, or the least. */
export async function openModel({
  contextTokens,
  ...options
}: Omit<ModelOptions, 'contextTokens' | 'findContext'> & {
  readonly contextTokens?: number | undefined
}): Promise<Model> {
  if (contextTokens !== undefined) return createModel({ ...options, contextTokens })
  const findContext = () => findContextTokens(options, { timeoutMs: FIND_MS })
  const found = await findContext()
  if (found !== undefined) return createModel({ ...options, contextTokens: found })
  // It may not be up yet, and some tell only while the model is loaded.
  return createModel({ ...options, contextTokens: CONTEXT_TOKENS, findContext })
}
