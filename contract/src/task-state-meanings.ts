import type { TaskState } from './responses.ts'

interface StateMeaning {
  readonly meaning: string
  /** The states that may follow; none for a final state. */
  readonly next: readonly TaskState[]
}

/** The meaning of each state, for the documentation. */
export const taskStateMeanings: Readonly<Record<TaskState, StateMeaning>> = {
  submitting: {
    meaning: 'The task is being submitted.',
    next: ['queued', 'running', 'completed', 'failed'],
  },
  queued: {
    meaning: 'The task is accepted and waiting.',
    next: ['running', 'completed', 'failed'],
  },
  running: { meaning: 'The task is in progress.', next: ['completed', 'failed'] },
  completed: { meaning: 'The task has finished. Read result.output.', next: [] },
  failed: { meaning: 'The task has no result and was refunded.', next: [] },
}
