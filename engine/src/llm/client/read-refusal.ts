import { isJsonObject } from '@footnote/contract/json-object'

/** What the body of an error tells, in lower case; for deciding alone, never for a message. */
export interface Refusal {
  readonly said: string
  readonly param: string | undefined
  readonly code: string
  /** What fits at most, where the endpoint names it. */
  readonly contextTokens: number | undefined
  readonly isTooLong: boolean
  readonly isFiltered: boolean
}

const MOST_CHARACTERS = 4_000

const TOO_LONG =
  /context[_ ](?:length|size|window)|maximum context|prompt (?:is )?too long|input (?:is )?too long|input tokens exceed|exceeds? the (?:available|maximum) context|exceed_context_size|when context the overflows|too many tokens/
const STATED = [
  /maximum context length (?:is|of) (\d+)/,
  /available context size \((\d+)/,
  /context (?:length|size|window) (?:is|of)(?: only)? (\d+)/,
  /configured limit of (\d+)/,
]

/** Endpoints wrap an error in `error`, call it `detail`, or lay it out flat. */
export function readRefusal(body: unknown): Refusal {
  const outer = isJsonObject(body) ? body : {}
  const error = isJsonObject(outer['error']) ? outer['error'] : outer
  const message = error['message'] ?? outer['error'] ?? outer['detail'] ?? body
  const text = typeof message === 'string' ? message : (JSON.stringify(message) ?? '')
  const code = [error['code'], error['type']].filter(part => typeof part === 'string').join(' ')
  const said = `${code} ${text.slice(0, MOST_CHARACTERS)}`
    .toLowerCase()
    .replace(/(\d),(?=\d)/g, '$1')
  return {
    said,
    code,
    param: typeof error['param'] === 'string' ? error['param'] : undefined,
    contextTokens: statedTokens(error['n_ctx'], said),
    isTooLong: TOO_LONG.test(said),
    isFiltered: /content_filter|content_policy|content management policy/.test(said),
  }
}

function statedTokens(field: unknown, said: string): number | undefined {
  if (typeof field === 'number' && field > 0) return field
  for (const pattern of STATED) {
    const stated = pattern.exec(said)?.[1]
    if (stated !== undefined) return Number(stated)
  }
  return undefined
}
