import { ApiError, type ErrorBody, errorBody } from '../api-error.ts'

/** The event that a call ends with: the API's reply, or its error. */
type Ending =
  | { readonly event: 'result'; readonly data: Outcome }
  | { readonly event: 'failure'; readonly data: ErrorBody }

/** A reply of the API. */
interface Outcome {
  readonly status: number
  readonly body: unknown
}

interface Owner {
  readonly requestId: string
  readonly accountId: string
}

/** Calls that agents started, each with how it ends. */
export interface OpenCalls {
  /** Starts one, or refuses before anything is charged when too many of the account run. */
  start(owner: Owner, run: () => Promise<Outcome>): Promise<Ending>
  /** The one event that the call ends with; undefined for what is another's, unknown or forgotten. */
  find(owner: Owner): Promise<Ending> | undefined
}

interface OpenCall {
  readonly ending: Promise<Ending>
  readonly hasEnded: boolean
}

const KEEP_MS = 120_000

/**
 * A result is kept here for a while after its call has ended, should whoever started it have to come again,
 * and nowhere else: what was answered is on no disk.
 */
export function createOpenCalls(
  { reportFault }: { reportFault: (error: unknown) => void },
  { keepMs = KEEP_MS, most }: { keepMs?: number; most: number },
): OpenCalls {
  /** By account, then by request, the oldest first. */
  const accounts = new Map<string, Map<string, OpenCall>>()

  function start({ requestId, accountId }: Owner, run: () => Promise<Outcome>): Promise<Ending> {
    makeRoom(accountId)
    const calls = accounts.get(accountId) ?? new Map<string, OpenCall>()
    accounts.set(accountId, calls)
    const call = { ending: end(requestId, run), hasEnded: false }
    calls.set(requestId, call)
    void call.ending.then(() => {
      call.hasEnded = true
      setTimeout(() => forget(accountId, requestId), keepMs).unref()
    })
    return call.ending
  }

  /** Never rejects: whether anybody listens or not, there is an outcome. */
  async function end(requestId: string, run: () => Promise<Outcome>): Promise<Ending> {
    try {
      return { event: 'result', data: await run() }
    } catch (error) {
      return { event: 'failure', data: errorBody(toApiError(error), requestId) }
    }
  }

  /** The result that has waited longest gives way; calls that run do not. */
  function makeRoom(accountId: string): void {
    const calls = [...(accounts.get(accountId) ?? [])]
    if (calls.length < most) return
    const [requestId] = calls.find(([, { hasEnded }]) => hasEnded) ?? []
    if (requestId === undefined) throw new ApiError('TOO_MANY_CALLS')
    forget(accountId, requestId)
  }

  function forget(accountId: string, requestId: string): void {
    const calls = accounts.get(accountId)
    calls?.delete(requestId)
    if (calls?.size === 0) accounts.delete(accountId)
  }

  function toApiError(error: unknown): ApiError {
    if (error instanceof ApiError) return error
    reportFault(error)
    return new ApiError('SERVICE_UNAVAILABLE')
  }

  return {
    start,
    find: ({ requestId, accountId }) => accounts.get(accountId)?.get(requestId)?.ending,
  }
}
