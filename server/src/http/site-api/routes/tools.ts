import type { ValidRequest } from '@footnote/contract/requests'
import { type RunName, runName } from '@footnote/contract/site/paths'
import { TOOLS, type Tool } from '@footnote/contract/tools'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../../api-error.ts'
import { answerVisitor } from '../../../calls/answer-visitor.ts'
import { readCall } from '../../../calls/read-call.ts'
import { listOpenCalls } from '../../../wallet/list-open-calls.ts'
import { cancelCall } from '../../routes/call.ts'
import { paidRoute } from '../../routes/paid-route.ts'
import { retrieveSiteTask } from '../../routes/retrieve-task.ts'
import { createTaskEvents } from '../../routes/task-events.ts'
import { readLastEvent, streamCall, streamNewCall } from '../../stream-call.ts'
import { createWriteEvents } from '../../write-events.ts'
import type { SiteCall, SiteDependencies, SiteRoutes } from '../site-route.ts'

type RunCall = Pick<SiteCall<'run_answer'>, 'member' | 'request' | 'reply'> & { body: object }

/** Paid calls from the website: the API's own, always as streams, and paid without a key. */
export function createToolRoutes(): Pick<
  SiteRoutes,
  | RunName
  | 'try_answer'
  | 'follow_call'
  | 'cancel_call'
  | 'sources'
  | 'open_calls'
  | 'task'
  | 'task_events'
> {
  const writeEvents = createWriteEvents({ watched: 'calls' })
  const taskEvents = createTaskEvents()

  function runCall(tool: Tool) {
    const route = paidRoute(tool)
    return async ({ api }: SiteDependencies, call: RunCall): Promise<FastifyReply> => {
      // A caller who was being authenticated when the shutdown began is refused before any charge.
      if (api.closing.aborted) throw new ApiError('SERVICE_UNAVAILABLE')
      const { request, reply } = call
      const { accountId } = call.member
      const { id } = request
      const paid = { requestId: id, chargeId: id, accountId, keyId: null, includesEvidence: true }
      const body = call.body as ValidRequest<Tool>
      if (!route.isTask(body)) {
        const start = () => route.start(api, paid, body)
        return streamNewCall({ ...api, writeEvents }, { accountId, request, reply }, start)
      }
      const submitted = await route.run(api, paid, body)
      return reply.code(submitted.status).send(submitted.body)
    }
  }

  const runRoutes = Object.fromEntries(TOOLS.map(tool => [runName(tool), runCall(tool)])) as Record<
    RunName,
    ReturnType<typeof runCall>
  >

  return {
    ...runRoutes,

    try_answer: async ({ api, visitorAnswersPerHour: most }, { body, request }) => {
      if (most === 0) throw new ApiError('NOT_FOUND')
      const limitMs = api.timeLimits.callMs.answer
      return answerVisitor(api.calls, { query: body.query, address: request.ip, most, limitMs })
    },

    follow_call: async ({ api }, { member: { accountId }, params, request, reply }) => {
      const { request_id: requestId = '' } = params
      const read = await readCall(api.calls, { accountId, requestId })
      const after = readLastEvent(request)?.steps
      const exchange = { accountId, request, reply, after }
      return streamCall({ ...api, writeEvents }, read, exchange)
    },

    cancel_call: async ({ api }, { member, request, reply }) =>
      reply.send(await cancelCall(api, member, request, reply)),

    sources: async ({ api }) => ({ sources: [...api.sources] }),

    open_calls: async ({ database, api }, { member: { accountId } }) => ({
      calls: await listOpenCalls(database, { accountId, ...api.timeLimits }),
    }),

    task: async ({ api }, { member, request, reply }) =>
      retrieveSiteTask(api, member, request, reply),

    task_events: async ({ api }, { member, request, reply }) =>
      taskEvents(api, member, request, reply),
  }
}
