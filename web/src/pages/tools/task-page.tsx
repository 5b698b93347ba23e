import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { openCallsQuery } from '../../api/queries.ts'
import { hasCode } from '../../api/site-error.ts'
import { type HistoryRun, questionOfRun } from '../../history/history-run.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FoundPanel } from './run/found-so-far.tsx'
import { OpenCallsPanel } from './run/open-calls-panel.tsx'
import { StorageNote } from './storage-note.tsx'
import { TaskEnd } from './task/task-end.tsx'
import { TaskProgress } from './task/task-progress.tsx'
import { useKeptTask } from './task/use-kept-task.ts'
import { useTask } from './task/use-task.ts'
import { useHistory, useToolMemory } from './tool-memory.tsx'
import { ToolNav } from './tool-nav.tsx'

/** Follows a task from submission to result, and survives a reload. */
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

/**
 * Renders everything at once, so that nothing moves when a part arrives. A task that was started here shows
 * its question, price and stages while it loads.
 */
function Task({ taskId }: { taskId: string }) {
  const found = useTask(taskId)
  const { isPending } = useQuery(openCallsQuery)
  const { runs } = useHistory()
  const isLoading = isPending || (!found.task && !found.error)
  const started = runs.find(({ id, outcome }) => id === taskId && outcome.kind === 'open')
  if (isLoading && !started) return <Skeleton className="h-80 rounded-xl" />
  return (
    <div className="space-y-6">
      <FoundTask taskId={taskId} {...found} />
      <StorageNote />
      <div className="print:hidden">
        <OpenCallsPanel shownId={taskId} />
      </div>
      {!found.isOver && <FoundPanel {...found.followed} />}
    </div>
  )
}

function FoundTask({
  taskId,
  task,
  isOver,
  error,
  refetch,
  followed,
}: ReturnType<typeof useTask> & { taskId: string }) {
  const { questions } = useToolMemory()
  const { data: open } = useQuery(openCallsQuery)
  const call = open?.calls.find(({ request_id }) => request_id === taskId)
  const kept = useKeptTask({ taskId, task: isOver ? task : undefined, call })
  const question = (kept && questionOfRun(kept)) ?? questions.get(taskId)
  // A result is shown even if a later request failed.
  if (task && isOver) return <TaskEnd task={task} question={question} />
  if (hasCode(error, 'JOB_EXPIRED'))
    return (
      <Ended title="This task has expired">
        Results are available for 24 hours. If the task hadn’t finished by then, it was refunded.
        Your usage shows whether you paid.
      </Ended>
    )
  if (hasCode(error, 'JOB_NOT_FOUND') || hasCode(error, 'NOT_FOUND'))
    return <Ended title="Task not found">Your account has no task with this ID.</Ended>
  // A failed poll says nothing about the task, so its last known state stays visible.
  if (!task && error) return <ErrorNotice error={error} onRetry={refetch} />
  return (
    <>
      <ErrorNotice error={error} onRetry={refetch} />
      <TaskProgress
        taskId={taskId}
        question={question}
        onCancelled={refetch}
        state={followed.state ?? task?.status ?? 'queued'}
        followed={followed}
        call={call ?? (kept && callOf(kept))}
      />
    </>
  )
}

/** A call as the list of open calls would describe it. */
function callOf({ tool, effort, startedAt }: HistoryRun) {
  return { tool, effort, created_at: new Date(startedAt).toISOString() }
}

function Ended({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState title={title}>
      <p className="max-w-prose text-sm text-quiet">{children}</p>
      <ButtonLink to={pages.usage}>View usage</ButtonLink>
    </EmptyState>
  )
}
