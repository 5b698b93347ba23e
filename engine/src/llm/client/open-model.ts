import { isJsonObject } from '@footnote/contract/json-object'
import { createServiceCaller } from '../../outside/create-service-caller.ts'
import { createModel, type ModelOptions } from './create-model.ts'
import type { Model } from './model.ts'
import { endpointUrl } from './open-chat-wire.ts'

/** A context length that every current model supports. */
const CONTEXT_TOKENS = 8_192
/** Longest wait at startup for an endpoint that may not be up yet. */
const FIND_MS = 5_000

/** Opens a model with its context length: as set, as its endpoint reports, or the default. */
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
  // The endpoint may not be up yet, and some report the length only while the model is loaded.
  return createModel({ ...options, contextTokens: CONTEXT_TOKENS, findContext })
}

const LEAST_TOKENS = 512
const MOST_TOKENS = 100_000_000

interface Endpoint {
  readonly url: string
  readonly model: string
  readonly apiKey?: string | undefined
}

/**
 * Asks the server for the model's context length; undefined if none of the usual paths has it. Prefers the
 * configured length to the one the model was trained for.
 */
export async function findContextTokens(
  { url, model, apiKey }: Endpoint,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<number | undefined> {
  const base = endpointUrl(url)
  const headers = { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) }
  const callers = [base, base.replace(/\/v\d+[a-z]*$/, '')].map(baseUrl =>
    createServiceCaller({ name: 'the model’s endpoint', baseUrl, headers }),
  )
  const [api, server] = callers
  const ask = async (caller = api, path = '') =>
    caller?.json(path, { timeoutMs }).catch(() => undefined)
  try {
    const [models, props, running, loaded] = await Promise.all([
      ask(api, '/models'),
      ask(server, '/props'),
      ask(server, '/api/ps'),
      ask(server, '/api/v0/models'),
    ])
    const listed = entryOf(models, 'data', model)
    const meta = listed?.['meta']
    return [
      listed?.['max_model_len'],
      isJsonObject(meta) ? meta['n_ctx'] : undefined,
      inProps(props),
      entryOf(running, 'models', model)?.['context_length'],
      entryOf(loaded, 'data', model)?.['loaded_context_length'],
      listed?.['context_length'],
      listed?.['context_window'],
      listed?.['max_context_length'],
      isJsonObject(meta) ? meta['n_ctx_train'] : undefined,
    ].find(isSensible)
  } finally {
    await Promise.all(callers.map(caller => caller.close()))
  }
}

/** The model of that name in a list, or the only one there is: names have aliases. */
function entryOf(reply: unknown, list: string, model: string): Record<string, unknown> | undefined {
  const entries = isJsonObject(reply) ? reply[list] : undefined
  if (!Array.isArray(entries)) return undefined
  const known = entries.filter(isJsonObject)
  const named = known.find(entry => [entry['id'], entry['name'], entry['model']].includes(model))
  return named ?? (known.length === 1 ? known[0] : undefined)
}

function inProps(props: unknown): unknown {
  const settings = isJsonObject(props) ? props['default_generation_settings'] : undefined
  return isJsonObject(settings) ? settings['n_ctx'] : undefined
}

function isSensible(tokens: unknown): tokens is number {
  return Number.isInteger(tokens) && Number(tokens) >= LEAST_TOKENS && Number(tokens) <= MOST_TOKENS
}
