import type { TaskResponse } from '@footnote/contract/responses'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isUnfinished } from '../../../api/is-unfinished.ts'
import { refreshCalls, taskQuery } from '../../../api/queries.ts'
import { hasCode } from '../../../api/site-error.ts'
import { useTaskProgress } from './use-task-progress.ts'

const LOOK_MS = 10_000

/**
 * Looks once, follows the events while it is unfinished, and looks again when they have ended. What has
 * ended is not asked for again: it would be taken from the reader's eyes once it has expired.
 */
export function useTask(taskId: string) {
  const {
    data: task,
    error,
    refetch,
  } = useQuery({
    ...taskQuery(taskId),
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => !hasEnded(state.data),
    retry: (failures, fault) => failures < 3 && hasCode(fault, 'JOB_POLL_FAILED'),
    refetchInterval: ({ state }) => (state.data && !hasEnded(state.data) ? LOOK_MS : false),
  })
  const isOver = hasEnded(task)
  const followed = useTaskProgress(taskId, task !== undefined && !isOver)
  const isToldOver = followed.state !== undefined && !isUnfinished(followed.state)
  const isLost = followed.connection === 'lost'
  useEffect(() => {
    if (isToldOver || isLost) void refetch()
  }, [isToldOver, isLost, refetch])
  useEffect(() => {
    if (isOver) refreshCalls()
  }, [isOver])
  return { task, isOver, error, refetch, followed }
}

function hasEnded(task: TaskResponse | undefined): boolean {
  return task !== undefined && !isUnfinished(task.status)
}
