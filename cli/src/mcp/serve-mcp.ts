import { serveStdio } from '@footnote/mcp/serve-stdio'
import { Footnote } from '@footnote/sdk'
import { findAccess } from '../credentials/find-access.ts'
import { CallerError } from '../errors/caller-error.ts'
import { lineLogger } from '../output/line-logger.ts'
import type { Environment } from '../output/terminal/terminal.ts'
import { createStdioHost } from './stdio-host.ts'

interface Surroundings {
  readonly env: Environment
  /** Writes a line to the MCP client's log of this server. */
  readonly warn: (line: string) => void
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const WAIT_SETTING = 'FOOTNOTE_MCP_WAIT_SECONDS'
/** Many clients time out after a minute, and have no setting for it. */
const DEFAULT_WAIT_SECONDS = 45
/** Some 6,000 tokens. */
const REPORT_CHARACTERS = 24_000
const MAX_WAIT_SECONDS = 24 * 3_600

/**
 * Serves tools until the client closes stdin or a signal arrives. Does not wait for calls in progress,
 * which keep running at the service.
 */
export async function serveMcp({ env, warn }: Surroundings): Promise<void> {
  const closing = new AbortController()
  const server = serveStdio(
    createStdioHost({
      open: async () => {
        const { key, address } = await findAccess(env)
        return new Footnote({ apiKey: key, baseUrl: address, logger: lineLogger(warn) })
      },
      websiteUrl: await findWebsite(env, warn),
      waitMs: readWaitMs(env, warn),
      reportCharacters: REPORT_CHARACTERS,
      closing: closing.signal,
      // Logs the error's class only: its message could quote the question.
      reportFault: error => warn(`internal error: ${faultName(error)}`),
    }),
  )
  for (const signal of SIGNALS) process.once(signal, () => void server.close())
  await server.closed
  closing.abort()
}

/** Serves the tools without a key too. Each call then reports that the key is missing. */
async function findWebsite(env: Environment, warn: Surroundings['warn']) {
  try {
    return (await findAccess(env)).address
  } catch (error) {
    if (!(error instanceof CallerError)) throw error
    warn(error.message)
    return undefined
  }
}

function faultName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

/** Reads how long a tool waits before it returns a task id instead of the result. */
export function readWaitMs(env: Environment, warn: Surroundings['warn']): number {
  const text = env[WAIT_SETTING]?.trim()
  const seconds = text ? Number(text) : DEFAULT_WAIT_SECONDS
  if (seconds > 0 && seconds <= MAX_WAIT_SECONDS) return seconds * 1_000
  warn(
    `${WAIT_SETTING} must be above 0 and at most ${MAX_WAIT_SECONDS.toLocaleString('en-US')}; using ${DEFAULT_WAIT_SECONDS}`,
  )
  return DEFAULT_WAIT_SECONDS * 1_000
}
