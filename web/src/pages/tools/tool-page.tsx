import type { Tool } from '@footnote/contract/prices'
import { pages } from '@footnote/contract/site/pages'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FailurePanel } from './failure-panel.tsx'
import { LostPanel } from './lost-panel.tsx'
import { OpenCallsPanel } from './open-calls-panel.tsx'
import { ResultPanel } from './result-panel.tsx'
import { RunPanel } from './run-panel.tsx'
import { StorageNote } from './storage-note.tsx'
import { ToolForm } from './tool-form.tsx'
import { useToolMemory } from './tool-memory.tsx'
import { ToolNav } from './tool-nav.tsx'
import type { Run } from './tool-run.ts'

const WORDS: Readonly<Record<Tool, { title: string; description: string }>> = {
  answer: {
    title: 'Answer',
    description: 'A short answer from the web in seconds, with the passages that it rests on.',
  },
  research: {
    title: 'Research',
    description:
      'A report with its sources, as thorough as you choose, or an object of your shape.',
  },
  finance_research: {
    title: 'Finance',
    description:
      'A report on companies and markets from filings and data. It may take up to six minutes.',
  },
}

/** One tool: the form, what becomes of the call, and what else is open. */
export function ToolPage({ tool }: { tool: Tool }) {
  const { runs } = useToolMemory()
  const run = useSyncExternalStore(runs[tool].listen, runs[tool].read)
  useGoToTask(tool, run)
  const { title, description } = WORDS[tool]
  return (
    <>
      <ToolNav />
      <div className="print:hidden">
        <PageTitle title={title} description={description} />
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
          <OpenCallsPanel shownId={run?.requestId} />
        </div>
      </div>
    </>
  )
}

/** A task has a page of its own, which can be loaded anew; the question stays in memory. */
function useGoToTask(tool: Tool, run: Run | undefined): void {
  const { runs, questions } = useToolMemory()
  const navigate = useNavigate()
  const end = run?.end
  const taskId =
    end?.kind === 'result' && end.result.status === 202 ? end.result.body.task_id : undefined
  useEffect(() => {
    if (taskId === undefined) return
    if (run?.question !== undefined) questions.set(taskId, run.question)
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
    // Shown to who has waited for it, not to who comes back to it.
    if (isRunning || hasRun.current) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isRunning])
  return (
    <div ref={place} className="scroll-m-4 max-lg:scroll-mb-24">
      <p role="status" className="sr-only">
        {run.end?.kind === 'result' ? 'The result is there.' : ''}
      </p>
      <End run={run} />
    </div>
  )
}

function End({ run }: { run: Run }) {
  const { end, question, requestId } = run
  if (!end) return <RunPanel run={run} />
  if (end.kind === 'failure') return <FailurePanel failure={end.failure} />
  if (end.kind === 'lost') return <LostPanel requestId={requestId ?? ''} />
  if (end.result.status === 202) return null
  return <ResultPanel body={end.result.body} question={question} />
}
