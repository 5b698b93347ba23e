import type { TaskState } from './responses.ts'

interface StateMeaning {
  readonly meaning: string
  /** The states that may follow; none for a final state. */
  readonly next: readonly TaskState[]
}

/** What each state tells the caller, for the documents. */
export const taskStateMeanings: Readonly<Record<TaskState, StateMeaning>> = {
  submitting: {
    meaning: 'The task is being handed over.',
    next: ['queued', 'running', 'completed', 'failed'],
  },
  queued: { meaning: 'Accepted and waiting.', next: ['running', 'completed', 'failed'] },
  running: { meaning: 'In progress.', next: ['completed', 'failed'] },
  completed: { meaning: 'Finished: result.output is there to read.', next: [] },
  failed: { meaning: 'Finished without a result: the call is refunded.', next: [] },
}
