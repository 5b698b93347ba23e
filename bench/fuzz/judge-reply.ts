import type { FuzzRequest } from './make-request.ts'

export interface FuzzReply {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Replies to requests of no documented operation; HEAD of a result that is gone gets 410, as GET does. */
const REFUSALS = [204, 400, 401, 404, 405, 410, 413, 415]
/** Random characters, which may spell anything. */
const SECRET = /whsec_[\w+/=]+/g
/** Traces of the inside: stack frames, SQL, paths, settings, other services. */
const INSIDE =
  /\n\s+at |node_modules|node:internal|\.ts:\d|\bselect .+ from |\bviolates\b|postgres|ECONNREFUSED|ENOTFOUND|\/tmp\/|FOOTNOTE_[A-Z]|FST_|Ajv/

/** Returns what is wrong with a reply, or undefined. `secrets` must occur in none. */
export function judgeReply(
  { operation, method }: FuzzRequest,
  { status, type, text }: FuzzReply,
  secrets: readonly string[],
): string | undefined {
  const inside =
    INSIDE.exec(text.replace(SECRET, ''))?.[0] ?? secrets.find(secret => text.includes(secret))
  if (inside !== undefined) return `leaks ${JSON.stringify(inside)}`
  if (!operation) {
    const isServed =
      status === 200 && (method === 'HEAD' || method === 'GET' || method === 'OPTIONS')
    return isServed || REFUSALS.includes(status) ? undefined : `unspecified status ${status}`
  }
  // Everything behind the service works, so nothing excuses a 503.
  const media = status === 503 ? undefined : operation.replies.get(status)
  if (!media) return `unspecified status ${status}`
  const name = type.split(';')[0]?.trim() ?? ''
  if (!media.has(name)) return `unspecified type ${JSON.stringify(type)} of ${status}`
  const validate = media.get(name)
  if (name !== 'application/json' || !validate) return undefined
  const body = parse(text)
  if (body === undefined) return `no JSON in ${status}`
  return validate(body)
    ? undefined
    : `${status} breaks its schema: ${JSON.stringify(validate.errors?.slice(0, 3))}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
