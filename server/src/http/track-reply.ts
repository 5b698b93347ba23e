import type { FastifyReply } from 'fastify'

/** Calls `onEnd` once, with whether the reply went out whole before its connection closed. */
export function trackReply({ raw }: FastifyReply, onEnd: (isWhole: boolean) => void): void {
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
  raw.once('finish', () => end(!raw.destroyed))
  raw.once('close', () => end(raw.writableFinished))
}
