import { type Operation, type OperationName, operations } from '@footnote/contract/operations'

/** A request of the API, as the contract has it. */
export interface ApiRequest {
  readonly method: Operation['method']
  readonly path: string
  readonly body?: object
  /** Parts of the result to ask for. */
  readonly include?: readonly 'evidence'[]
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
  /**
   * Sends one and gives the id to come back with; or refuses, and nothing is sent. The second id is that of
   * the JSON-RPC request, by which its client may cancel it.
   */
  start(request: ApiRequest, rpcId: string | number): string | ApiReply
  /**
   * Waits for a call until the signal aborts, and tells its stages and sources meanwhile. Returns its reply,
   * which the client must get, or that it runs; undefined for what this host does not know, such as another
   * account's.
   */
  find(
    id: string,
    until: AbortSignal,
    tell?: (event: ApiEvent) => void,
  ): Promise<ApiReply | undefined>
}

/** The API with one caller's key. The server passes itself, a program its client. */
export interface McpHost {
  /** Errors of the API are replies like any other. */
  send(request: ApiRequest): Promise<ApiReply>
  /** The events of a task; they may end before it does, and end when the signal aborts. */
  watch(taskId: string, signal: AbortSignal): AsyncIterable<ApiEvent>
  readonly pending: PendingCalls
  /** Tells a request that its client cancelled from one that was lost with its connection. */
  wasCancelled(signal: AbortSignal): boolean
  /** Returns the call that an earlier request of this client has started, for a host of several clients. */
  findStarted?(rpcId: string | number): string | undefined
  /** Address of the website, if it is known. */
  readonly websiteUrl: string | undefined
  /** How long a tool waits before it hands out a task instead. */
  readonly waitMs: number
  /** The longest report that a tool returns whole. */
  readonly reportCharacters: number
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
  return {
    method,
    path: search ? `${target}?${search}` : target,
    ...(body && { body }),
    ...(name === 'retrieve_task' && { include: ['evidence'] }),
  }
}
