import { isJsonObject } from '@footnote/contract/json-object'
import { createServiceCaller } from '../../outside/service-caller.ts'
import { bearer, createModel, endpointUrl, type ModelOptions } from './create-model.ts'
import type { Model } from './model.ts'

/** A context length that every current model supports. */
const CONTEXT_TOKENS = 8_192
/** Longest wait at startup for an endpoint that may not be up yet. */
const FIND_MS = 5_000
const LEAST_TOKENS = 512
const MOST_TOKENS = 100_000_000

/** Opens a model with its context length: as set, as its endpoint reports, or the default. */
export async function openModel({
  contextTokens,
  ...options
}: Omit<ModelOptions, 'contextTokens'> & {
  readonly contextTokens?: number | undefined
}): Promise<Model> {
  const found = contextTokens ?? (await findContextTokens(options)) ?? CONTEXT_TOKENS
  return createModel({ ...options, contextTokens: found })
}

const PATHS = ['/props', '/api/ps', '/api/v0/models']
/** Names of the context length; the configured one comes before the one that the model was trained for. */
const LENGTHS = [
  ...['max_model_len', 'n_ctx', 'loaded_context_length', 'context_length', 'context_window'],
  ...['max_context_length', 'n_ctx_train'],
]

/** Asks the server for the model's context length; undefined if none of the usual paths has it. */
async function findContextTokens({
  url,
  model,
  apiKey,
}: Pick<ModelOptions, 'url' | 'model' | 'apiKey'>): Promise<number | undefined> {
  const base = endpointUrl(url)
  const version = /\/v\d+[a-z]*$/.exec(base)?.[0] ?? ''
  const caller = createServiceCaller({
    name: "the model's endpoint",
    baseUrl: base.slice(0, base.length - version.length),
    headers: bearer(apiKey),
  })
  const ask = async (path: string) => caller.json(path, { timeoutMs: FIND_MS }).catch(() => {})
  try {
    const pages = await Promise.all([...PATHS, `${version}/models`].map(ask))
    const entries = pages.map(page => JSON.stringify(entryOf(page, model)) ?? '')
    return LENGTHS.flatMap(name =>
      entries.map(entry => Number(new RegExp(`"${name}":(\\d+)[,}]`).exec(entry)?.[1])),
    ).find(tokens => tokens >= LEAST_TOKENS && tokens <= MOST_TOKENS)
  } finally {
    await caller.close()
  }
}

/** The model of that name in a list, or the only one there is: names have aliases. */
function entryOf(page: unknown, model: string): unknown {
  const { data, models = data } = isJsonObject(page) ? page : {}
  if (!Array.isArray(models)) return page
  const known = models.filter(isJsonObject)
  const named = known.find(entry => [entry['id'], entry['name'], entry['model']].includes(model))
  return named ?? (known.length === 1 ? known[0] : undefined)
}
