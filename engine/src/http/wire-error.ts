import type { UpstreamReason } from '@footnote/contract/refund-causes'

/** One bad field, as the wire tells of it. What the caller sent there is never repeated. */
export interface FieldProblem {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly ctx?: Readonly<Record<string, string | number>>
}

/** `reason` extends the wire format: a code for the service, which passes on nothing else. */
type WireErrorBody = { readonly reason?: UpstreamReason | undefined } & (
  | { readonly detail: string | readonly FieldProblem[] }
  | { readonly error: string }
)

/** What a caller is told. Anything else that is thrown is a fault of ours and stays inside. */
export class WireError extends Error {
  override name = 'WireError'
  readonly status: number
  readonly body: WireErrorBody
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    body: WireErrorBody,
    { retryAfterSeconds }: { retryAfterSeconds?: number } = {},
  ) {
    super(`status ${status}`)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A valid body that asks for what cannot be, or a question without an honest answer. */
export function refused(error: string, reason?: UpstreamReason): WireError {
  return new WireError(422, { error, reason })
}

/** Whom the engine depends on cannot be reached; nothing is wrong with the request or with the engine. */
export function outOfReach(detail: string): WireError {
  return new WireError(424, { detail, reason: 'source_unreachable' }, { retryAfterSeconds: 60 })
}

export function badFields(detail: readonly FieldProblem[]): WireError {
  return new WireError(422, { detail })
}

export function taskNotFound(): WireError {
  return new WireError(404, { detail: 'Task not found' })
}

export function tooBusy(): WireError {
  return new WireError(
    429,
    { detail: 'Too many requests at once; send this one again in a moment.' },
    { retryAfterSeconds: 1 },
  )
}

export function shuttingDown(): WireError {
  return new WireError(
    503,
    { detail: 'The engine is shutting down; send the request again.' },
    { retryAfterSeconds: 5 },
  )
}
