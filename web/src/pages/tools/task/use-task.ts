import type { TaskResponse } from '@footnote/contract/responses'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isUnfinished } from '../../../api/follow-task.ts'
import { pollWhile, refreshCalls, taskQuery } from '../../../api/queries.ts'
import { hasCode } from '../../../api/site-error.ts'
import { useTaskProgress } from './use-task-progress.ts'

const POLL_MS = 10_000

/**
 * Loads a task, follows its events while it is unfinished, and loads it again when they end. A
 * finished task is not reloaded, because an expired result would then disappear from the page.
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
    refetchInterval: pollWhile(data => data !== undefined && !hasEnded(data), POLL_MS),
  })
  const isOver = hasEnded(task)
  const followed = useTaskProgress(taskId, task !== undefined && !isOver)
  const isReportedOver = followed.state !== undefined && !isUnfinished(followed.state)
  const isLost = followed.connection === 'lost'
  useEffect(() => {
    if (isReportedOver || isLost) void refetch()
  }, [isReportedOver, isLost, refetch])
  useEffect(() => {
    if (isOver) refreshCalls()
  }, [isOver])
  return { task, isOver, error, refetch, followed }
}

function hasEnded(task: TaskResponse | undefined): boolean {
  return task !== undefined && !isUnfinished(task.status)
}
