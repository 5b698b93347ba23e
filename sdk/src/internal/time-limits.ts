import { callSeconds, POLL_SECONDS, SUBMISSION_SECONDS } from '../core/wire.ts'

/** The service settles a call within 30 seconds of its upstream's limit; the rest is for the network. */
const SETTLING_SECONDS = 35

export const pollLimitMs = limitMs(POLL_SECONDS)
/** For requests that this version does not know. */
export const longestLimitMs = limitMs(
  Math.max(...Object.values(callSeconds).flatMap(efforts => Object.values(efforts))),
)

/** Returns the time after which no reply to a call can arrive any more. */
export function callLimitMs(tool: keyof typeof callSeconds, request: CallFields): number {
  return limitMs(secondsOf(tool, request) ?? SUBMISSION_SECONDS)
}

/** Whether a call runs as a background task. */
export function isTask(tool: keyof typeof callSeconds, request: CallFields): boolean {
  return secondsOf(tool, request) === undefined
}

function secondsOf(
  tool: keyof typeof callSeconds,
  { research_effort: effort = 'default', background = false }: CallFields,
): number | undefined {
  const seconds: Readonly<Record<string, number>> = callSeconds[tool]
  return background ? undefined : seconds[effort]
}

interface CallFields {
  readonly research_effort?: string | undefined
  readonly background?: boolean | undefined
}

function limitMs(seconds: number): number {
  return (seconds + SETTLING_SECONDS) * 1_000
}
