import type { Environment } from '../output/terminal/terminal.ts'

const SETTING = 'FOOTNOTE_MCP_WAIT_SECONDS'
/** Clients give up after a minute, and many cannot be told otherwise. */
const DEFAULT_SECONDS = 45
const MOST_SECONDS = 24 * 3_600

/** How long a tool waits before it hands out a task. What is no such time is told and not used. */
export function readWaitMs(env: Environment, warn: (line: string) => void): number {
  const text = env[SETTING]?.trim()
  const seconds = text ? Number(text) : DEFAULT_SECONDS
  if (seconds > 0 && seconds <= MOST_SECONDS) return seconds * 1_000
  warn(`${SETTING} must be a number of seconds up to ${MOST_SECONDS}; waiting ${DEFAULT_SECONDS}`)
  return DEFAULT_SECONDS * 1_000
}
