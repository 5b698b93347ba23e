import { CONNECTIONS_PER_CALL } from './upstream/connections.ts'

interface ConnectionLimits {
  /** How many synchronous calls an upstream gets at once. */
  readonly upstreamCalls: number
  /** How many connections the HTTP server accepts. */
  readonly clients: number
}

/** Open files that are no connection of a caller or an upstream: the database, logs, locks, mail, payments. */
const RESERVED_FILES = 96
/** The largest share of the other files that upstream calls get: each call also has a caller. */
const UPSTREAM_SHARE = 1 / 4

/** Divides the files that this process may open, so that callers cannot take those of the upstream. */
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

/** The soft limit on open files, which Node has raised to the hard one; Windows has none. */
export function mostOpenFiles(): number {
  // Otherwise the report looks up the name of every peer.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files: { soft: number | 'unlimited' } }
  }
  const soft = userLimits?.open_files.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}
