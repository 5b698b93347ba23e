import type { FastifyReply } from 'fastify'
import { createSlots } from '../create-slots.ts'
import type { Research, ResearchRequest, ResearchResult } from '../research.ts'
import { shuttingDown, tooBusy } from './wire-error.ts'

/** Does what a caller waits for, for as long as somebody waits. */
export type RunCall = (request: ResearchRequest, reply: FastifyReply) => Promise<ResearchResult>

/** Who waits longer than this many others take is better told to come again. */
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
    const hungUp = new AbortController()
    const hangUp = () => hungUp.abort()
    reply.raw.on('close', hangUp)
    // Whoever hung up before the listener stood is not heard of again.
    if (reply.raw.destroyed) hungUp.abort()
    const signal = AbortSignal.any([hungUp.signal, closed])
    try {
      return await slots.run(() => research(request, { signal }), signal)
    } catch (error) {
      throw closed.aborted ? shuttingDown() : error
    } finally {
      reply.raw.off('close', hangUp)
    }
  }
}
