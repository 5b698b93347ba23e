import { serveStdio } from '@footnote/mcp/serve-stdio'
import { Footnote } from '@footnote/sdk'
import { findAccess } from '../credentials/find-access.ts'
import { CallerError } from '../errors/caller-error.ts'
import type { Environment } from '../output/terminal/terminal.ts'
import { createStdioHost } from './stdio-host.ts'
import { readWaitMs } from './wait-ms.ts'

interface Surroundings {
  readonly env: Environment
  /** One line for whoever reads the client's log of this server. */
  readonly warn: (line: string) => void
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Serves tools until the client closes standard input or a signal comes. Calls in flight are not waited
 * for: they go on at the service.
 */
export async function serveMcp({ env, warn }: Surroundings): Promise<void> {
  const closing = new AbortController()
  const server = serveStdio(
    createStdioHost({
      open: async () => {
        const { key, address } = await findAccess(env)
        return new Footnote({ apiKey: key, baseUrl: address })
      },
      websiteUrl: await findWebsite(env, warn),
      waitMs: readWaitMs(env, warn),
      closing: closing.signal,
      // Its kind alone: a message could quote what was asked.
      reportFault: error => warn(`a fault in the MCP server: ${faultName(error)}`),
    }),
  )
  for (const signal of SIGNALS) process.once(signal, () => void server.close())
  await server.closed
  closing.abort()
}

/** Without a key the tools are served all the same, and say so themselves when they are called. */
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
