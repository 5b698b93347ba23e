import { type Operation, type OperationName, operations } from '@footnote/contract/operations'

/** A request of the API, as the contract has it. */
export interface ApiRequest {
  readonly method: Operation['method']
  readonly path: string
  readonly body?: object
}

export interface ApiReply {
  readonly status: number
  readonly body: unknown
  readonly retryAfterSeconds?: number
}

export interface ApiEvent {
  readonly event: string
  readonly data: unknown
}

/** Paid calls that go on whether or not anybody waits for them. */
export interface PendingCalls {
  /** Sends one and gives the id to come back with; or refuses, and nothing is sent. */
  start(request: ApiRequest): string | ApiReply
  /** Returns a call's reply; undefined if the call is another account's, unknown or forgotten. */
  find(id: string): Promise<ApiReply> | undefined
}

/** For models: how long a host keeps what is no background task, and so only itself can hand out. */
export interface Retention {
  /** Said with an id that is handed out. */
  readonly kept: string
  /** Said of an id that nothing is known of. */
  readonly gone: string
}

/** The API with one caller's key. The server passes itself, a program its client. */
export interface McpHost {
  /** Errors of the API are replies like any other. */
  send(request: ApiRequest): Promise<ApiReply>
  /** The events of a task; they may end before it does, and end when the signal aborts. */
  watch(taskId: string, signal: AbortSignal): AsyncIterable<ApiEvent>
  readonly pending: PendingCalls
  readonly retention: Retention
  /** Address of the website, if it is known. */
  readonly websiteUrl: string | undefined
  /** How long a tool waits before it hands out a task instead. */
  readonly waitMs: number
  /** Aborts when nobody should go on waiting here. */
  readonly closing: AbortSignal
  readonly reportFault: (error: unknown) => void
}

/** An operation of the contract with what goes into its path and body. */
export function apiRequest(
  name: OperationName,
  { taskId = '', body, query = {} }: { taskId?: string; body?: object; query?: object } = {},
): ApiRequest {
  const { method, path }: Operation = operations[name]
  const search = String(new URLSearchParams(Object.entries(query)))
  const target = path.replace(/\{(?:task|request)_id\}/, taskId)
  return { method, path: search ? `${target}?${search}` : target, ...(body && { body }) }
}
