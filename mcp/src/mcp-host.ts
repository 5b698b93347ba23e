/** A request of the API, as the contract has it. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

export interface ApiReply {
  readonly status: number
  readonly body: unknown
}

export interface ApiEvent {
  readonly event: string
  readonly data: unknown
}

/** Paid calls that go on whether or not anybody waits for them. */
export interface PendingCalls {
  /** Sends one and gives the id to come back with, its `request_id`; or refuses, and nothing is sent. */
  start(request: ApiRequest): string | ApiReply
  /** What came or comes of one; undefined for what is another's, unknown or forgotten. */
  find(requestId: string): Promise<ApiReply> | undefined
}

/** What the tools run on: the API, with one caller's key. The server gives itself, a program its fetch. */
export interface McpHost {
  /** Errors of the API are replies like any other. */
  send(request: ApiRequest): Promise<ApiReply>
  /** The events of a task; they may end before it does, and end when the signal aborts. */
  watch(request: ApiRequest, signal: AbortSignal): AsyncIterable<ApiEvent>
  readonly pending: PendingCalls
  /** How long a tool waits before it hands out a task instead. */
  readonly waitMs: number
  /** Aborts when nobody should go on waiting here. */
  readonly closing: AbortSignal
  readonly reportFault: (error: unknown) => void
}
