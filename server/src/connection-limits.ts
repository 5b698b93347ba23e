import { CONNECTIONS_PER_CALL } from './upstream/connections.ts'

interface ConnectionLimits {
  /** How many synchronous calls an upstream gets at once. */
  readonly upstreamCalls: number
  /** How many connections the HTTP server accepts. */
  readonly clients: number
}

/**
 * Open files that are not connections of callers or the upstream: listening sockets, database, logs, locks,
 * mail, payments.
 */
const RESERVED_FILES = 128
/** The largest share of the remaining files for upstream calls; each call also has a caller. */
const UPSTREAM_SHARE = 1 / 4

/** Divides the files that this process may open, so that callers leave enough for the upstream. */
export function connectionLimits({
  wantedCalls,
  openFiles = mostOpenFiles(),
}: {
  wantedCalls: number
  openFiles?: number
}): ConnectionLimits {
  const left = Math.max(openFiles - RESERVED_FILES, 0)
  const upstreamCalls = Math.max(Math.min(wantedCalls, Math.floor(left * UPSTREAM_SHARE)), 1)
  const clients = Math.max(Math.floor(left - upstreamCalls * CONNECTIONS_PER_CALL), 1)
  return { upstreamCalls, clients }
}

/** Returns the soft limit on open files, which Node raises to the hard limit; Windows has none. */
export function mostOpenFiles(): number {
  // Otherwise the report resolves the name of every peer.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files: { soft: number | 'unlimited' } }
  }
  const soft = userLimits?.open_files.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}
