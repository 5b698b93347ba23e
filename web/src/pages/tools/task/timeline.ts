import type { TaskProgress } from '../../../api/follow-task.ts'

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
