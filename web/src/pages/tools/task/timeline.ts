import type { TaskProgress } from '../../../api/follow-task.ts'

/** A stretch of one stage; what is known of it is as of its latest event. */
export interface TimelineEntry {
  /** Its place in the order of things, from 1. */
  readonly number: number
  readonly stage: string
  readonly counts: Readonly<Record<string, number>>
}

/** Events of the same stage in a row are one entry. Events carry no times, so neither do entries. */
export function addProgress(
  timeline: readonly TimelineEntry[],
  { stage, counts }: TaskProgress,
): readonly TimelineEntry[] {
  const last = timeline.at(-1)
  if (last?.stage !== stage) return [...timeline, { number: timeline.length + 1, stage, counts }]
  return [...timeline.slice(0, -1), { ...last, counts: { ...last.counts, ...counts } }]
}
