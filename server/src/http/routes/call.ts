import { limits } from '@footnote/contract/limits'
import { operations } from '@footnote/contract/operations'
import { refundMessage } from '@footnote/contract/refund-causes'
import type { CallResponse } from '@footnote/contract/responses'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { billOf, refundOf } from '../../calls/call-errors.ts'
import { callPath } from '../../calls/call-path.ts'
import { cancelCall as cancel } from '../../calls/cancel-call.ts'
import type { CallRow } from '../../calls/find-call.ts'
import { FORWARDED, forwardCall } from '../../calls/forward-call.ts'
import { checkLater, type ReadCall, readCall } from '../../calls/read-call.ts'
import { cancelTask } from '../../tasks/cancel-task.ts'
import type { FreeRoute } from '../route.ts'
import { trackReply } from '../track-reply.ts'

/** Synchronous calls end within seconds. */
const SOONEST_SECONDS = 1
/** Longer than a poll of the upstream, which the other instance may have to wait for. */
const FORWARD_MS = 40_000

export const retrieveCall = (async ({ calls }, { accountId }, request, reply) => {
  const { request_id: requestId } = request.params as { request_id: string }
  const read = await readCall(calls, { requestId, accountId })
  if (read.kind === 'elsewhere') {
    if (request.method === 'HEAD') return callBody({ kind: 'completed', call: read.call })
    return passOn(read, request, reply)
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
}) satisfies FreeRoute

export const cancelCall = (async (deps, { accountId }, request, reply) => {
  const { request_id: requestId } = request.params as { request_id: string }
  const owner = { requestId, accountId }
  const cancelled = await cancel({ ...deps.calls, ...deps.timeLimits }, owner)
  if (cancelled.kind === 'elsewhere') return passOn(cancelled, request, reply)
  if (cancelled.kind === 'failed') return callBody(cancelled)
  const taskDependencies = { ...deps.calls, ...deps.tasks, ...deps.timeLimits }
  await cancelTask(taskDependencies, { taskId: cancelled.call.request_id, accountId })
  return callBody(await readCall(deps.calls, owner))
}) satisfies FreeRoute

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

function missingText({ request_id, task_state }: CallRow): string {
  if (task_state === null) {
    return 'The call completed and was paid, but its result is no longer held.'
  }
  const path = operations.retrieve_task.path.replace('{task_id}', request_id)
  return `The task completed. Retrieve its result with GET ${path}.`
}

/** Lets the instance that has the call answer. */
async function passOn(
  { call, url }: { call: CallRow; url: string },
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  if (headers[FORWARDED] !== undefined) throw checkLater()
  const { authorization = '', 'footnote-acknowledge': acknowledge } = headers
  const forwarded = await forwardCall(url, {
    method,
    path: callPath(call.request_id),
    headers: {
      authorization,
      ...(acknowledge !== undefined && { 'footnote-acknowledge': String(acknowledge) }),
    },
    patienceMs: FORWARD_MS,
  })
  reply.code(forwarded.status).header('x-request-id', forwarded.requestId)
  if (forwarded.retryAfter !== undefined) reply.header('retry-after', forwarded.retryAfter)
  return forwarded.body
}
