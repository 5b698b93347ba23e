import type { TaskState } from './responses.ts'

/** Text for a caller who waits, by state of the task. */
export const stateTexts: Readonly<Record<TaskState, string>> = {
  submitting: 'Submitting the task',
  queued: 'Waiting in the queue',
  running: 'Under way',
  completed: 'Fetching the result',
  failed: 'Checking what went wrong',
}

const STAGES: Readonly<Record<string, string>> = {
  planning: 'Planning the research',
  searching: 'Searching',
  reading: 'Reading sources',
  ranking: 'Choosing passages',
  writing: 'Writing the report',
  verifying: 'Checking each claim against its source',
  shaping: 'Formatting the result',
}
const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  agents: ['agent', 'agents'],
  claims: ['claim', 'claims'],
  documents: ['document', 'documents'],
  pages: ['page', 'pages'],
  passages: ['passage', 'passages'],
  queries: ['query', 'queries'],
  results: ['result', 'results'],
  rounds: ['round', 'rounds'],
  searches: ['search', 'searches'],
  sections: ['section', 'sections'],
  sources: ['source', 'sources'],
  steps: ['step', 'steps'],
}
const NUMBER = new Intl.NumberFormat('en')

/** The stage in words; the upstream's own name where it is none that we know. */
export function stageText(stage: string): string {
  const known = STAGES[stage]
  if (known !== undefined) return known
  const words = stage.replaceAll(/[._-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Describes the counts whose names mean something to people. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .flatMap(([name, count]) => {
      const words = COUNTED[name]
      return words && count > 0 ? `${NUMBER.format(count)} ${words[count === 1 ? 0 : 1]}` : []
    })
    .join(', ')
}

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
    meaning: 'The task was accepted and is waiting to run.',
    next: ['running', 'completed', 'failed'],
  },
  running: { meaning: 'The task is in progress.', next: ['completed', 'failed'] },
  completed: { meaning: 'The task has finished. Read result.output.', next: [] },
  failed: { meaning: 'The task has no result and was refunded.', next: [] },
}
