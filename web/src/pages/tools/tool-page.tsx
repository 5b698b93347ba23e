import { pages } from '@footnote/contract/site/pages'
import { callName, type Tool, tools } from '@footnote/contract/tools'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ToolForm } from './form/tool-form.tsx'
import { FailurePanel } from './run/failure-panel.tsx'
import { FoundPanel } from './run/found-so-far.tsx'
import { LostPanel } from './run/lost-panel.tsx'
import { OpenCallsPanel } from './run/open-calls-panel.tsx'
import { ResultPanel } from './run/result-panel.tsx'
import { RunPanel } from './run/run-panel.tsx'
import type { Run } from './run/tool-run.ts'
import { StorageNote } from './storage-note.tsx'
import { useRun, useToolMemory } from './tool-memory.tsx'
import { ToolNav } from './tool-nav.tsx'
import { questionOf } from './tool-request.ts'

/** A tool's form, the outcome of its call, and other open calls. */
export function ToolPage({ tool }: { tool: Tool }) {
  const { name, gives } = tools[tool]
  const { runs } = useToolMemory()
  const run = useRun(tool)
  useGoToTask(tool, run)
  return (
    <>
      <ToolNav />
      <div className="print:hidden">
        <PageTitle title={name} description={gives} />
      </div>
      <div className="space-y-6">
        <Panel className="print:hidden">
          <ToolForm
            tool={tool}
            isRunning={run !== undefined && !run.end}
            onRun={request => runs[tool].start(request)}
          />
        </Panel>
        {run && <Outcome run={run} />}
        <StorageNote />
        <div className="print:hidden">
          <OpenCallsPanel shownId={run?.end?.kind === 'lost' ? undefined : run?.requestId} />
        </div>
        {run && !run.end && <FoundPanel {...run} />}
      </div>
    </>
  )
}

/** Moves on to the task's own page, which survives a reload. */
function useGoToTask(tool: Tool, run: Run | undefined): void {
  const { runs, questions } = useToolMemory()
  const navigate = useNavigate()
  const end = run?.end
  const taskId =
    end?.kind === 'result' && end.result.status === 202 ? end.result.body.task_id : undefined
  useEffect(() => {
    if (taskId === undefined) return
    if (run?.request) questions.set(taskId, questionOf(run.request))
    runs[tool].forget()
    void navigate({ to: pages.task, params: { taskId } })
  }, [taskId, run, runs, questions, tool, navigate])
}

function Outcome({ run }: { run: Run }) {
  const place = useRef<HTMLDivElement>(null)
  const hasRun = useRef(false)
  const isRunning = !run.end
  useEffect(() => {
    if (isRunning) hasRun.current = true
    // Scroll to a result only if the reader waited for it, not on returning to the page.
    if (!isRunning && !hasRun.current) return
    place.current?.scrollIntoView({ block: 'nearest' })
    if (!isRunning && hasWaited()) place.current?.focus({ preventScroll: true })
  }, [isRunning])
  return (
    <div ref={place} tabIndex={-1} className="scroll-m-4 outline-none max-lg:scroll-mb-24">
      <p role="status" className="sr-only">
        {run.end?.kind === 'result' ? 'Your result is ready.' : ''}
      </p>
      <End run={run} />
    </div>
  )
}

/** Returns whether the focus is still on the run button; a reader who moved on keeps it. */
function hasWaited(): boolean {
  const { activeElement, body } = document
  return activeElement === body || activeElement?.matches('button[type=submit]') === true
}

function End({ run }: { run: Run }) {
  const { end, request, requestId, tool, effort, startedAt } = run
  if (!end) return <RunPanel run={run} />
  if (end.kind === 'failure') return <FailurePanel failure={end.failure} />
  if (end.kind === 'lost')
    return requestId === undefined ? null : (
      <LostPanel call={{ requestId, tool, effort, startedAt }} lostAt={end.at} />
    )
  if (end.result.status === 202) return null
  return (
    <ResultPanel
      body={end.result.body}
      question={request && questionOf(request)}
      origin={{ call: callName({ tool, effort }), at: new Date(startedAt) }}
    />
  )
}
