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
}: Omit<ModelOptions, 'contextTokens'> & {
  readonly contextTokens?: number | undefined
}): Promise<Model> {
  const tokens = contextTokens ?? (await findContextTokens(options, { timeoutMs: FIND_MS }))
  return createModel({ ...options, contextTokens: tokens ?? CONTEXT_TOKENS })
}
