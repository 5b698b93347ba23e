import type { TaskState } from '../core/wire.ts'

/** What is known of a task on its way. */
export interface Progress {
  readonly status: TaskState
  /** What is being done; where the service says so. */
  readonly stage?: string
  /** How much of it, by what is counted. */
  readonly counts?: Readonly<Record<string, number>>
}

export interface TaskNews {
  report(change: Partial<Progress>): void
  /** Throws what the caller's function threw, in a place where that ends the wait. */
  throwIfFailed(): void
  readonly hasFailed: boolean
}

/** A task only ever moves this way; whoever comes with an earlier state is late. */
const ORDER: readonly string[] = ['submitting', 'queued', 'running', 'completed', 'failed']

/** Tells the caller's function what is new, from whatever source, and nothing twice. */
export function createNews(onProgress: ((progress: Progress) => void) | undefined): TaskNews {
  let known: Partial<Progress> = {}
  let told = ''
  let failure: { error: unknown } | undefined
  const fail = (error: unknown) => {
    failure ??= { error }
  }
  return {
    report(change) {
      if (change.status !== undefined && isLate(change.status, known.status)) return
      known = { ...known, ...change }
      const { status } = known
      const text = JSON.stringify(known)
      if (!onProgress || status === undefined || text === told || failure) return
      told = text
      try {
        // The function may be an async one, whose failure would end the caller's whole process.
        Promise.resolve<unknown>(onProgress({ ...known, status })).catch(fail)
      } catch (error) {
        fail(error)
      }
    },
    throwIfFailed() {
      if (failure) throw failure.error
    },
    get hasFailed() {
      return failure !== undefined
    },
  }
}

function isLate(status: string, known: string | undefined): boolean {
  return known !== undefined && ORDER.indexOf(status) < ORDER.indexOf(known)
}
