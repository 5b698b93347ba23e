import type { FastifyReply } from 'fastify'
import { createSlots } from '../create-slots.ts'
import type { Research, ResearchRequest, ResearchResult } from '../research.ts'
import { shuttingDown, tooBusy } from './wire-error.ts'

/** Runs a call for as long as its caller waits. */
export type RunCall = (request: ResearchRequest, reply: FastifyReply) => Promise<ResearchResult>

/** A caller behind more others than this gets 429 at once instead of a long wait. */
const IN_LINE_PER_CALL = 4

export function createCallRunner({
  research,
  callsAtOnce,
  closed,
}: {
  research: Research
  callsAtOnce: number
  closed: AbortSignal
}): RunCall {
  const slots = createSlots(callsAtOnce, {
    inLine: callsAtOnce * IN_LINE_PER_CALL,
    refuse: tooBusy,
  })
  return async (request, reply) => {
    const signal = AbortSignal.any([hangUpSignal(reply), closed])
    try {
      return await slots.run(() => research(request, { signal }), signal)
    } catch (error) {
      throw closed.aborted ? shuttingDown() : error
    }
  }
}

/** Returns a signal that aborts when the caller closes the connection. */
export function hangUpSignal({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController()
  raw.on('close', () => hungUp.abort())
  // A connection that closed before the listener was there emits nothing more.
  if (raw.destroyed) hungUp.abort()
  return hungUp.signal
}
