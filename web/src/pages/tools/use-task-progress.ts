import type { TaskState } from '@footnote/contract/responses'
import { useEffect, useReducer } from 'react'
import { followTask } from '../../api/follow-task.ts'
import { addProgress, type TimelineEntry } from './timeline.ts'

interface Followed {
  readonly state?: TaskState
  readonly timeline: readonly TimelineEntry[]
  readonly connection: 'connected' | 'interrupted' | 'lost'
}

const NOTHING: Followed = { timeline: [], connection: 'connected' }

/** What the events of a task say, for as long as it is unfinished. */
export function useTaskProgress(taskId: string, isUnfinished: boolean): Followed {
  const [followed, add] = useReducer(
    (known: Followed, change: (known: Followed) => Followed) => change(known),
    NOTHING,
  )
  useEffect(() => {
    if (!isUnfinished) return undefined
    // The stream begins with the first event of the task again.
    add(() => NOTHING)
    return followTask(taskId, {
      onState: state => add(known => ({ ...known, state })),
      onProgress: progress =>
        add(known => ({ ...known, timeline: addProgress(known.timeline, progress) })),
      onConnection: isConnected =>
        add(known => ({ ...known, connection: isConnected ? 'connected' : 'interrupted' })),
      onLost: () => add(known => ({ ...known, connection: 'lost' })),
    })
  }, [taskId, isUnfinished])
  return followed
}
