import type { TaskState } from '@footnote/contract/responses'
import { useEffect, useReducer } from 'react'
import { followTask } from '../../../api/follow-task.ts'
import { addProgress, type TimelineEntry } from './timeline.ts'
import { useIsVisible } from './use-is-visible.ts'

interface Followed {
  readonly state?: TaskState
  readonly timeline: readonly TimelineEntry[]
  readonly connection: 'connected' | 'interrupted' | 'lost'
}

const NOTHING: Followed = { timeline: [], connection: 'connected' }

/**
 * Follows a task's events while it is unfinished and the tab is visible. Without HTTP/2 a browser
 * has six connections per host for all its tabs, and each stream keeps one.
 */
export function useTaskProgress(taskId: string, isUnfinished: boolean): Followed {
  const isFollowed = useIsVisible() && isUnfinished
  const [followed, add] = useReducer(
    (known: Followed, change: (known: Followed) => Followed) => change(known),
    NOTHING,
  )
  useEffect(() => {
    if (!isFollowed) return undefined
    return followTask(taskId, {
      onBegin: () => add(() => NOTHING),
      onState: state => add(known => ({ ...known, state })),
      onProgress: progress =>
        add(known => ({ ...known, timeline: addProgress(known.timeline, progress) })),
      onConnection: isConnected =>
        add(known => ({ ...known, connection: isConnected ? 'connected' : 'interrupted' })),
      onLost: () => add(known => ({ ...known, connection: 'lost' })),
    })
  }, [taskId, isFollowed])
  return followed
}
