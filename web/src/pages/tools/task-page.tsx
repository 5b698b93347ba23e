import type { TaskResponse } from '@footnote/contract/responses'
import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import {
  openCallsQuery,
  queryClient,
  taskQuery,
  usageQuery,
  walletQuery,
} from '../../api/queries.ts'
import { hasCode } from '../../api/site-error.ts'
import { ResearchReport } from '../../report/research-report.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatUsd, Money } from '../../ui/money.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { OpenCallsPanel } from './open-calls-panel.tsx'
import { RequestId } from './request-id.tsx'
import { StorageNote } from './storage-note.tsx'
import { TaskProgress } from './task-progress.tsx'
import { useToolMemory } from './tool-memory.tsx'
import { ToolNav } from './tool-nav.tsx'
import { useTaskProgress } from './use-task-progress.ts'

const LOOK_MS = 10_000

/** A task from its submission to its result; loaded anew, it goes on where it is. */
export function TaskPage() {
  const { taskId = '' } = useParams({ strict: false })
  return (
    <>
      <ToolNav />
      <div className="print:hidden">
        <PageTitle title="Research task" />
      </div>
      <Task key={taskId} taskId={taskId} />
    </>
  )
}

/** What stands below comes with what stands above it, so that nothing is pushed away. */
function Task({ taskId }: { taskId: string }) {
  const found = useTask(taskId)
  if (!found.task && !found.error) return <Skeleton className="h-80 rounded-xl" />
  return (
    <div className="space-y-6">
      <FoundTask taskId={taskId} {...found} />
      <StorageNote />
      <div className="print:hidden">
        <OpenCallsPanel shownId={taskId} />
      </div>
    </div>
  )
}

function FoundTask({
  taskId,
  task,
  error,
  refetch,
  followed,
}: ReturnType<typeof useTask> & { taskId: string }) {
  const { questions } = useToolMemory()
  const { data: open } = useQuery(openCallsQuery)
  const call = open?.calls.find(({ request_id }) => request_id === taskId)
  if (hasCode(error, 'JOB_EXPIRED'))
    return (
      <Ended title="This task has expired">
        Results are kept for a day. If it had not finished by then, its price was given back; the
        usage says which.
      </Ended>
    )
  if (hasCode(error, 'JOB_NOT_FOUND') || hasCode(error, 'NOT_FOUND'))
    return <Ended title="No such task">This account has no task at this address.</Ended>
  // A task that could not be looked at goes on: what was known of it stays in sight.
  if (!task) return <ErrorNotice error={error} onRetry={refetch} />
  if (task.status === 'failed') return <Failed taskId={taskId} />
  if (task.result)
    return <Result task={task} output={task.result.output} question={questions.get(taskId)} />
  return (
    <>
      <ErrorNotice error={error} onRetry={refetch} />
      <TaskProgress
        state={followed.state ?? task.status}
        timeline={followed.timeline}
        connection={followed.connection}
        call={call}
      />
    </>
  )
}

/** Looks once, follows the events while it is unfinished, and looks again when they have ended. */
function useTask(taskId: string) {
  const {
    data: task,
    error,
    refetch,
  } = useQuery({
    ...taskQuery(taskId),
    refetchOnWindowFocus: false,
    retry: (failures, fault) => failures < 3 && hasCode(fault, 'JOB_POLL_FAILED'),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? LOOK_MS : false),
  })
  const followed = useTaskProgress(taskId, task !== undefined && isUnfinished(task))
  const hasEnded = followed.state === 'completed' || followed.state === 'failed'
  const isLost = followed.connection === 'lost'
  useEffect(() => {
    if (hasEnded || isLost) void refetch()
  }, [hasEnded, isLost, refetch])
  const isOver = task !== undefined && !isUnfinished(task)
  useEffect(() => {
    if (!isOver) return
    for (const { queryKey } of [walletQuery, openCallsQuery, usageQuery])
      void queryClient.invalidateQueries({ queryKey })
  }, [isOver])
  return { task, error, refetch, followed }
}

function isUnfinished({ status }: TaskResponse): boolean {
  return status !== 'completed' && status !== 'failed'
}

function Result({
  task,
  output,
  question,
}: {
  task: TaskResponse
  output: NonNullable<TaskResponse['result']>['output']
  question: string | undefined
}) {
  const charge = useCharge(task.task_id)
  return (
    <Panel>
      <p role="status" className="sr-only">
        The result is there.
      </p>
      <ResearchReport output={output} question={question} fileName={`footnote-${task.task_id}`} />
      <div className="mt-6 border-t border-rule pt-4 text-sm text-quiet print:hidden">
        <p>
          {charge && (
            <>
              Cost <Money units={charge.cost_units} className="font-medium text-ink" />.{' '}
            </>
          )}
          Kept until <Time at={task.expires_at} />; download it before, if you need it longer.
        </p>
        <RequestId id={task.task_id} />
      </div>
    </Panel>
  )
}

function Failed({ taskId }: { taskId: string }) {
  const charge = useCharge(taskId)
  return (
    <Notice tone="bad">
      <h2 className="font-serif text-lg font-semibold">The task failed</h2>
      <p className="mt-1 font-medium">
        {charge ? formatUsd(charge.cost_units) : 'The price'} was given back in full.
      </p>
      <p className="mt-1">You may run it again; if it fails once more, ask for less at a time.</p>
      <ButtonLink to={pages.research} className="mt-3 text-ink">
        Back to the form
      </ButtonLink>
      <RequestId id={taskId} />
    </Notice>
  )
}

function useCharge(taskId: string) {
  const { data } = useQuery(usageQuery)
  return data?.calls.find(({ request_id }) => request_id === taskId)
}

function Ended({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState title={title}>
      <p className="max-w-prose text-sm text-quiet">{children}</p>
      <ButtonLink to={pages.usage}>To the usage</ButtonLink>
    </EmptyState>
  )
}
