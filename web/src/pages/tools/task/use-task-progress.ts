import type { TaskState } from '@footnote/contract/responses'
import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { type FoundSource, followTask, type TaskProgress } from '../../../api/follow-task.ts'

/** State and findings of a task, from its events. */
export interface Followed {
  readonly state?: TaskState
  readonly timeline: readonly TimelineEntry[]
  readonly queries: readonly string[]
  readonly sources: readonly FoundSource[]
  readonly connection: 'connected' | 'interrupted' | 'lost'
}

const NOTHING: Followed = { timeline: [], queries: [], sources: [], connection: 'connected' }

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
      onQuery: query =>
        add(known => ({ ...known, queries: [...new Set([...known.queries, query])] })),
      onSource: source => add(known => ({ ...known, sources: addSource(known.sources, source) })),
      onConnection: isConnected =>
        add(known => ({ ...known, connection: isConnected ? 'connected' : 'interrupted' })),
      onLost: () => add(known => ({ ...known, connection: 'lost' })),
    })
  }, [taskId, isFollowed])
  return followed
}

/** Adds a source unless it is known: a stream that was interrupted may repeat it. */
function addSource(sources: readonly FoundSource[], source: FoundSource): readonly FoundSource[] {
  return sources.some(({ url }) => url === source.url) ? sources : [...sources, source]
}

/** Returns whether this tab is visible. */
function useIsVisible(): boolean {
  return useSyncExternalStore(listen, () => document.visibilityState !== 'hidden')
}

function listen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** One stage of a task, as of its latest event. */
export interface TimelineEntry {
  /** Position in the timeline, from 1. */
  readonly number: number
  readonly stage: string
  readonly counts: Readonly<Record<string, number>>
}

/** Adds an event; consecutive events of the same stage share an entry. */
export function addProgress(
  timeline: readonly TimelineEntry[],
  { stage, counts }: TaskProgress,
): readonly TimelineEntry[] {
  const last = timeline.at(-1)
  if (last?.stage !== stage) return [...timeline, { number: timeline.length + 1, stage, counts }]
  return [...timeline.slice(0, -1), { ...last, counts: { ...last.counts, ...counts } }]
}
