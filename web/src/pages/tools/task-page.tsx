import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { openCallsQuery } from '../../api/queries.ts'
import { hasCode } from '../../api/site-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OpenCallsPanel } from './run/open-calls-panel.tsx'
import { StorageNote } from './storage-note.tsx'
import { TaskEnd } from './task/task-end.tsx'
import { TaskProgress } from './task/task-progress.tsx'
import { useTask } from './task/use-task.ts'
import { useToolMemory } from './tool-memory.tsx'
import { ToolNav } from './tool-nav.tsx'

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
  isOver,
  error,
  refetch,
  followed,
}: ReturnType<typeof useTask> & { taskId: string }) {
  const { questions } = useToolMemory()
  const { data: open } = useQuery(openCallsQuery)
  const call = open?.calls.find(({ request_id }) => request_id === taskId)
  // Whatever is known of it by now, a result that is there is shown.
  if (task && isOver) return <TaskEnd task={task} question={questions.get(taskId)} />
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

function Ended({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState title={title}>
      <p className="max-w-prose text-sm text-quiet">{children}</p>
      <ButtonLink to={pages.usage}>To the usage</ButtonLink>
    </EmptyState>
  )
}
