import type { Progress } from '../core/task-types.ts'

export interface TaskNews {
  report(change: Partial<Progress>): void
  /** Throws the error of the caller's function, which ends the wait. */
  throwIfFailed(): void
  readonly hasFailed: boolean
}

/** States only move forward, so an earlier one is a late report. */
const ORDER: readonly string[] = ['submitting', 'queued', 'running', 'completed', 'failed']

/** Reports each change to the caller's function once, from whichever source it comes first. */
export function createNews(onProgress: ((progress: Progress) => void) | undefined): TaskNews {
  let known: Partial<Progress> = {}
  let reported = ''
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
      if (!onProgress || status === undefined || text === reported || failure) return
      reported = text
      try {
        // An async function may reject, which unhandled would end the process.
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
