import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply } from 'fastify'

/** Replies to other instances, by the id in `HOP`, until these tell whether their client got the result. */
const passedOn = new Map<string, (isWhole: boolean) => void>()
const carriers = new AsyncLocalStorage<FastifyReply>()
/** How long a client may take to read a result that another instance passes on. */
const PASSING_ON_MS = 600_000

/**
 * Calls `onEnd` once, with whether the client got the reply whole before its connection closed. The client of a
 * request that another instance passed on is the client of that instance.
 */
export function trackReply(reply: FastifyReply, onEnd: (isWhole: boolean) => void): void {
  const { raw, request } = carriers.getStore() ?? reply
  let hasEnded = false
  const end = (isWhole: boolean) => {
    if (!hasEnded) onEnd(isWhole)
    hasEnded = true
  }
  // Node reports a reply as finished even if its connection was gone before.
  if (raw.destroyed || raw.socket?.destroyed) {
    end(false)
    return
  }
  if (request.hop === undefined) {
    raw.once('finish', () => end(!raw.destroyed))
    raw.once('close', () => end(raw.writableFinished))
  } else {
    awaitWord(request.hop, end)
    raw.once('close', () => raw.writableFinished || end(false))
  }
}

function awaitWord(hop: string, end: (isWhole: boolean) => void): void {
  const timer = setTimeout(() => endPassedOn(hop, false), PASSING_ON_MS).unref()
  passedOn.set(hop, isWhole => {
    clearTimeout(timer)
    end(isWhole)
  })
}

/** Takes the word of another instance on whether its client got the reply. */
export function endPassedOn(hop: string, isWhole: boolean): void {
  passedOn.get(hop)?.(isWhole)
  passedOn.delete(hop)
}

/** Sends a request to the service itself whose reply reaches the client within another one, which is tracked instead. */
export function carriedBy<T>(reply: FastifyReply | undefined, send: () => T): T {
  return reply ? carriers.run(reply, send) : send()
}
