import type { TaskState } from '@footnote/contract/responses'

/** Labels of the task states. */
export const TASK_STATE_WORDS = {
  submitting: { name: 'Starting', tone: 'warn' },
  queued: { name: 'Queued', tone: 'warn' },
  running: { name: 'Running', tone: 'warn' },
  completed: { name: 'Ready', tone: 'good' },
  failed: { name: 'Failed', tone: 'neutral' },
} as const satisfies Record<TaskState, { name: string; tone: string }>
