import type { ErrorResponse } from '@footnote/contract/responses'
import type { CallEvents } from '@footnote/contract/site/responses'
import type { Effort, Tool } from '@footnote/contract/tools'
import { type CallResult, followCall } from '../../../api/follow-call.ts'
import { refreshCalls } from '../../../api/queries.ts'
import { runCall } from '../../../api/run-call.ts'
import type { SiteError } from '../../../api/site-error.ts'
import { addProgress, type TimelineEntry } from '../task/use-task-progress.ts'
import { effortOf, isTask, type ToolRequest } from '../tool-request.ts'

/** The error from the stream, or from the request that should have started the call. */
export type RunFailure = ErrorResponse | SiteError

type RunEnd =
  | { readonly kind: 'result'; readonly result: CallResult }
  | { readonly kind: 'failure'; readonly failure: RunFailure }
  /** The stream was lost; the charge shows how the call ended. */
  | { readonly kind: 'lost'; readonly at: number }

/** The details needed to wait for a call. */
export interface OpenCall {
  readonly requestId: string
  readonly tool: Tool
  readonly effort: Effort | null
  readonly startedAt: number
}

/** A call that this page started or reconnected to. */
export interface Run extends Omit<OpenCall, 'requestId'> {
  /** Unknown after a reload, unless the history has it. */
  readonly request: ToolRequest | undefined
  /** Whether it becomes a task, so that closing the page loses nothing. */
  readonly becomesTask: boolean
  /** Known once the server has accepted the call. */
  readonly requestId?: string
  readonly isConnected: boolean
  /** The stages that the service reported. */
  readonly timeline?: readonly TimelineEntry[]
  /** The queries and the sources found so far, in memory of the page alone. */
  readonly queries?: readonly string[]
  readonly sources?: readonly CallEvents['source'][]
  /** Absent while it runs. */
  readonly end?: RunEnd
}

export interface ToolRun {
  read(): Run | undefined
  listen(listener: () => void): () => void
  /** Does nothing while a call runs, so that a double click makes one call. */
  start(request: ToolRequest): void
  /** Waits for a call that was started before a reload, or whose stream was lost. */
  resume(call: OpenCall, request?: ToolRequest): void
  forget(): void
}

/** Holds a tool's current call, in memory only, until its owner signs out. */
export function createToolRun(): ToolRun {
  let run: Run | undefined
  let stop = () => {}
  const listeners = new Set<() => void>()
  // One function per run, because the browser identifies a listener by reference.
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()

  function set(next: Run | undefined): void {
    run = next
    const isAtRisk = next !== undefined && !next.end && !next.becomesTask
    if (isAtRisk) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
    for (const listener of listeners) listener()
  }

  function end(outcome: RunEnd): void {
    if (run) set({ ...run, end: outcome })
    refreshCalls()
  }

  const isRunning = () => run !== undefined && !run.end
  const change = (changed: Partial<Run>) => run && set({ ...run, ...changed })
  const listener = {
    onConnection: (isConnected: boolean) => change({ isConnected }),
    // Events that start over begin with this one.
    onStarted: (requestId: string) => change({ requestId, timeline: [], queries: [], sources: [] }),
    onProgress: (progress: CallEvents['progress']) =>
      change({ timeline: addProgress(run?.timeline ?? [], progress) }),
    onQuery: (query: string) => change({ queries: [...(run?.queries ?? []), query] }),
    onSource: (source: CallEvents['source']) =>
      change({ sources: [...(run?.sources ?? []), source] }),
    onResult: (result: CallResult) => end({ kind: 'result', result }),
    onFailure: (failure: RunFailure) => end({ kind: 'failure', failure }),
    onLost: () => end({ kind: 'lost', at: Date.now() }),
  }

  return {
    read: () => run,
    listen(added) {
      listeners.add(added)
      return () => listeners.delete(added)
    },
    start(request) {
      if (isRunning()) return
      set({ ...describe(request), startedAt: Date.now(), isConnected: true })
      stop = runCall(request, { ...listener, onRefusal: listener.onFailure })
    },
    resume(call, request) {
      if (isRunning()) return
      const known = run?.requestId === call.requestId ? run : undefined
      const { becomesTask = false } = known ?? {}
      set({ ...call, request: known?.request ?? request, becomesTask, isConnected: true })
      stop = followCall(call.requestId, listener)
    },
    forget() {
      stop()
      set(undefined)
    },
  }
}

function describe(request: ToolRequest) {
  return {
    request,
    tool: request.tool,
    effort: effortOf(request),
    becomesTask: isTask(request),
  }
}
