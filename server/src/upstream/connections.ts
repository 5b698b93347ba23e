/** How many connections to the upstream each purpose has, so that none takes those of another. */
export interface UpstreamConnections {
  /** Synchronous calls, which the upstream works on while we wait. */
  readonly calls: number
  /** Submissions and polls, which it answers at once. */
  readonly requests: number
  /** Progress of tasks that somebody watches. */
  readonly streams: number
}

/** For each call: its connection, a quarter of one for requests and half of one for streams. */
export const CONNECTIONS_PER_CALL = 1.75

export function upstreamConnections(calls: number): UpstreamConnections {
  return { calls, requests: Math.ceil(calls / 4), streams: Math.ceil(calls / 2) }
}
