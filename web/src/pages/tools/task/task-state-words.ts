import type { TaskState } from '@footnote/contract/responses'

/** How a task stands, as people read it. */
export const TASK_STATE_WORDS = {
  submitting: { name: 'Handing over', tone: 'warn' },
  queued: { name: 'Waiting', tone: 'warn' },
  running: { name: 'Running', tone: 'warn' },
  completed: { name: 'Ready', tone: 'good' },
  failed: { name: 'Failed', tone: 'neutral' },
} as const satisfies Record<TaskState, { name: string; tone: string }>
