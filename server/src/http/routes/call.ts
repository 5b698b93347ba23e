import { limits } from '@footnote/contract/limits'
import { refundMessage } from '@footnote/contract/refund-causes'
import type { CallResponse } from '@footnote/contract/responses'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { billOf, missingText, refundOf } from '../../calls/call-errors.ts'
import { cancelCall as cancel } from '../../calls/cancel-call.ts'
import { type ReadCall, readCall } from '../../calls/read-call.ts'
import { cancelTask } from '../../tasks/cancel-task.ts'
import { passCallOn } from '../pass-call-on.ts'
import type { AppDependencies, FreeRoute } from '../route.ts'
import { readLastEvent, streamCall } from '../stream-call.ts'
import { trackReply } from '../track-reply.ts'
import { wantsEvents } from '../wants-events.ts'
import type { WriteEvents } from '../write-events.ts'

/** Synchronous calls end within seconds. */
const SOONEST_SECONDS = 1

/** Returns a call as it is now, or streams it from where its client has to go on. */
export function createRetrieveCall(writeEvents: WriteEvents) {
  return (async (deps, { accountId }, request, reply) => {
    const { request_id: requestId } = request.params as { request_id: string }
    const read = await readCall(deps.calls, { requestId, accountId })
    // A background task has events of its own.
    if (wantsEvents(request) && read.call.task_state === null) {
      const exchange = { accountId, request, reply }
      const after = readLastEvent(request)?.steps
      return streamCall({ ...deps, writeEvents }, read, { ...exchange, after })
    }
    return retrieveCall(deps.calls, read, { request, reply })
  }) satisfies FreeRoute
}

async function retrieveCall(
  calls: AppDependencies['calls'],
  read: ReadCall,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<object> {
  if (read.kind === 'elsewhere') {
    if (request.method === 'HEAD') return callBody({ kind: 'completed', call: read.call })
    return passCallOn(read, { request, reply, ...calls.lease })
  }
  const { charge_id: chargeId, task_state } = read.call
  if (read.kind === 'running') {
    reply.header('retry-after', task_state ? limits.pollSeconds.shortest : SOONEST_SECONDS)
  }
  if (request.headers['footnote-acknowledge'] === 'true') {
    calls.results.acknowledge(chargeId)
    return callBody({ kind: read.kind, call: read.call })
  }
  if (request.method === 'HEAD') return callBody({ kind: read.kind, call: read.call })
  if (read.kind === 'completed' && read.result) {
    calls.results.sending(chargeId)
    trackReply(reply, isWhole => calls.results.sent(chargeId, isWhole))
  }
  return callBody(read)
}

/** Cancels a call or task, also for a page. */
export const cancelCall = (async (deps, { accountId }, request, reply) => {
  const { request_id: requestId } = request.params as { request_id: string }
  const cancelled = await stopCall(deps, { requestId, accountId })
  if (cancelled.kind === 'elsewhere') {
    return passCallOn(cancelled, { request, reply, ...deps.calls.lease })
  }
  return callBody(cancelled)
}) satisfies FreeRoute

interface Owner {
  readonly requestId: string
  readonly accountId: string
}

async function stopCall(deps: AppDependencies, owner: Owner): Promise<ReadCall> {
  const cancelled = await cancel({ ...deps.calls, ...deps.timeLimits }, owner)
  if (cancelled.kind !== 'task') return cancelled
  const taskDependencies = { ...deps.calls, ...deps.tasks, ...deps.timeLimits }
  const { request_id: taskId } = cancelled.call
  await cancelTask(taskDependencies, { taskId, accountId: owner.accountId })
  return readCall(deps.calls, owner)
}

function callBody(read: ReadCall): CallResponse {
  const { call, kind } = read
  if (kind === 'failed') {
    return {
      request_id: call.request_id,
      status: 'failed',
      code: 'QUERY_FAILED_REFUNDED',
      message: refundMessage(call.refund_cause),
      billing: refundOf(call),
    }
  }
  return {
    request_id: call.request_id,
    status: kind === 'completed' ? 'completed' : 'running',
    ...(kind === 'completed' && resultOf(read)),
    billing: billOf(call),
  }
}

function resultOf(read: ReadCall): Pick<CallResponse, 'result' | 'message'> {
  if ('result' in read && read.result) return { result: read.result }
  return { message: missingText(read.call) }
}
