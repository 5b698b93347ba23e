import type { Effort, Tool } from '@footnote/contract/prices'
import type { ErrorResponse } from '@footnote/contract/responses'
import type { CallEvents } from '@footnote/contract/site/responses'
import { callSite } from '../../api/call-site.ts'
import { followCall } from '../../api/follow-call.ts'
import { openCallsQuery, queryClient, usageQuery, walletQuery } from '../../api/queries.ts'
import { SiteError, unreachable } from '../../api/site-error.ts'
import { isTask, type ToolRequest } from './tool-request.ts'

/** What went wrong, told by the stream or by the request that should have started the call. */
export type RunFailure = ErrorResponse | SiteError

type RunEnd =
  | { readonly kind: 'result'; readonly result: CallEvents['result'] }
  | { readonly kind: 'failure'; readonly failure: RunFailure }
  /** The stream is gone; the charge tells what became of the money. */
  | { readonly kind: 'lost' }

/** A call of a tool that this page has started or come back to. */
export interface Run {
  readonly tool: Tool
  readonly effort: Effort | null
  /** Not known to a page that was loaded anew meanwhile. */
  readonly question: string | undefined
  readonly startedAt: number
  /** Whether it ends in a task, so that closing the page loses nothing. */
  readonly becomesTask: boolean
  /** Known as soon as the server has taken the call. */
  readonly requestId?: string
  readonly isConnected: boolean
  /** Absent while it runs. */
  readonly end?: RunEnd
}

export interface ToolRun {
  read(): Run | undefined
  listen(listener: () => void): () => void
  start(request: ToolRequest): void
  /** Goes on waiting for a call that was started before the page was loaded. */
  resume(call: { requestId: string; tool: Tool; effort: Effort | null; startedAt: number }): void
  forget(): void
}

/** One tool's present call. It lives in memory alone, for as long as its owner is signed in. */
export function createToolRun(): ToolRun {
  let run: Run | undefined
  let stop = () => {}
  const listeners = new Set<() => void>()

  function set(next: Run | undefined): void {
    run = next
    const isAtRisk = next !== undefined && !next.end && !next.becomesTask
    if (isAtRisk) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
    for (const listener of listeners) listener()
  }

  function end(outcome: RunEnd): void {
    if (run) set({ ...run, end: outcome })
    for (const { queryKey } of [walletQuery, openCallsQuery, usageQuery])
      void queryClient.invalidateQueries({ queryKey })
  }

  function follow(begun: Run, requestId: string): void {
    set({ ...begun, requestId })
    stop = followCall(requestId, {
      onConnection: isConnected => run && set({ ...run, isConnected }),
      onResult: result => end({ kind: 'result', result }),
      onFailure: failure => end({ kind: 'failure', failure }),
      onLost: () => end({ kind: 'lost' }),
    })
  }

  function begin(begun: Omit<Run, 'isConnected'>): Run {
    stop()
    const running = { ...begun, isConnected: true }
    set(running)
    return running
  }

  return {
    read: () => run,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start(request) {
      const begun = begin({ ...describe(request), startedAt: Date.now() })
      send(request).then(
        ({ request_id: requestId }) => run === begun && follow(begun, requestId),
        (error: unknown) =>
          run === begun &&
          end({ kind: 'failure', failure: error instanceof SiteError ? error : unreachable() }),
      )
    },
    resume({ requestId, ...call }) {
      follow(begin({ ...call, question: undefined, becomesTask: false }), requestId)
    },
    forget() {
      stop()
      set(undefined)
    },
  }
}

function describe(request: ToolRequest) {
  const { tool, body } = request
  return {
    tool,
    effort: tool === 'answer' ? null : (body.research_effort ?? null),
    question: tool === 'answer' ? body.query : body.input,
    becomesTask: isTask(request),
  }
}

function send({ tool, body }: ToolRequest): Promise<{ request_id: string }> {
  switch (tool) {
    case 'answer':
      return callSite('run_answer', { body })
    case 'research':
      return callSite('run_research', { body })
    case 'finance_research':
      return callSite('run_finance_research', { body })
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
