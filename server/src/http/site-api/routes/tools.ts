import type { ValidRequest } from '@footnote/contract/requests'
import { type RunName, runName } from '@footnote/contract/site/paths'
import { TOOLS, type Tool } from '@footnote/contract/tools'
import type { FastifyReply } from 'fastify'
import { ApiError, errorBody } from '../../../api-error.ts'
import { billOf, refundedCall } from '../../../calls/call-errors.ts'
import { createOpenCalls } from '../../../calls/open-calls.ts'
import { readCall } from '../../../calls/read-call.ts'
import { listOpenCalls } from '../../../wallet/list-open-calls.ts'
import type { AppDependencies } from '../../route.ts'
import { paidRoute } from '../../routes/paid-route.ts'
import { retrieveSiteTask } from '../../routes/retrieve-task.ts'
import { createTaskEvents } from '../../routes/task-events.ts'
import { trackReply } from '../../track-reply.ts'
import { createWriteEvents, type ServerEvent } from '../../write-events.ts'
import type { SiteCall, SiteDependencies, SiteRoutes } from '../site-route.ts'

type RunCall = Pick<SiteCall<'run_answer'>, 'member' | 'request' | 'reply'> & { body: object }

/** Paid calls from the website: the API's own, except that the result arrives as events. */
export function createToolRoutes({
  reportFault,
}: Pick<AppDependencies, 'reportFault'>): Pick<
  SiteRoutes,
  RunName | 'follow_call' | 'open_calls' | 'task' | 'task_events'
> {
  const openCalls = createOpenCalls({ reportFault })
  const writeEvents = createWriteEvents({ watched: 'calls' })
  const taskEvents = createTaskEvents()

  /**
   * Sent on the response that started the call, so a connected page needs no other process or
   * request.
   */
  function runCall(tool: Tool) {
    const route = paidRoute(tool)
    return async (
      { api }: SiteDependencies,
      { body, member, request, reply }: RunCall,
    ): Promise<FastifyReply> => {
      const { accountId } = member
      const call = { requestId: request.id, chargeId: request.id, accountId, keyId: null }
      const open = async (hungUp: AbortSignal) => {
        // A caller who was being authenticated when the shutdown began is refused before any
        // charge.
        if (api.closing.aborted) throw new ApiError('SERVICE_UNAVAILABLE')
        const included = { ...call, includesEvidence: true }
        const run = () => route.run(api, included, body as ValidRequest<Tool>)
        const ending = openCalls.start(call, run)
        void ending.then(() =>
          trackReply(reply, isWhole => api.calls.results.sent(call.chargeId, isWhole)),
        )
        return tell(call, ending, hungUp)
      }
      return writeEvents({ accountId, request, reply }, { open, reportFault })
    }
  }

  const runRoutes = Object.fromEntries(TOOLS.map(tool => [runName(tool), runCall(tool)])) as Record<
    RunName,
    ReturnType<typeof runCall>
  >

  return {
    ...runRoutes,

    follow_call: async ({ api }, { member: { accountId }, params, request, reply }) => {
      const { request_id: requestId = '' } = params
      const owner = { accountId, requestId }
      const findEnd = async (): Promise<ServerEvent> => {
        const ending = await openCalls.find(owner)
        const hasResult = ending?.event === 'result' && ending.data.status === 200
        if (ending && !hasResult) return ending
        // The charge may have been refunded since, and then the result stays here.
        return readEnd(api, owner, request.method === 'HEAD' ? undefined : reply)
      }
      const isRunning = openCalls.isRunning(owner)
      const ending = isRunning ? undefined : Promise.resolve(await findEnd())
      // A shutdown waits for the call, and so does the page.
      const open = async (hungUp: AbortSignal) =>
        endOf(() => ending ?? findEnd().catch(askAgain), hungUp)
      return writeEvents({ accountId, request, reply }, { open, reportFault })
    },

    open_calls: async ({ database, api }, { member: { accountId } }) => ({
      calls: await listOpenCalls(database, { accountId, ...api.timeLimits }),
    }),

    task: async ({ api }, { member, request, reply }) =>
      retrieveSiteTask(api, member, request, reply),

    task_events: async ({ api }, { member, request, reply }) =>
      taskEvents(api, member, request, reply),
  }
}

/** Reads the end of a call by its charge, and counts a held result as delivered once the reply went out. */
async function readEnd(
  { calls }: AppDependencies,
  owner: { accountId: string; requestId: string },
  reply: FastifyReply | undefined,
): Promise<ServerEvent> {
  const read = await readCall(calls, owner)
  const { call } = read
  if (read.kind === 'failed') {
    return { event: 'failure', data: errorBody(refundedCall(call), call.request_id) }
  }
  if (read.kind !== 'completed' || !read.result) throw new ApiError('JOB_NOT_FOUND')
  if (reply) {
    calls.results.sending(call.charge_id)
    trackReply(reply, isWhole => calls.results.sent(call.charge_id, isWhole))
  }
  const body = { ...read.result, billing: billOf(call) }
  return { event: 'result', data: { status: 200, body } }
}

/** Ends an open stream without an event, so that the browser opens it again. */
function askAgain(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}

async function* tell(
  { requestId }: { requestId: string },
  ending: Promise<ServerEvent>,
  hungUp: AbortSignal,
): AsyncGenerator<ServerEvent> {
  yield { event: 'taken', data: { request_id: requestId } }
  yield* endOf(() => ending, hungUp)
}

async function* endOf(
  findEnd: () => Promise<ServerEvent | undefined>,
  hungUp: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const gone = new Promise<undefined>(resolve => {
    hungUp.addEventListener('abort', () => resolve(undefined))
    if (hungUp.aborted) resolve(undefined)
  })
  const event = await Promise.race([findEnd(), gone])
  if (event) yield event
}
