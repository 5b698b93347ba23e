import { ApiError } from '../api-error.ts'

/** Runs and counts an account's call until it ends; rejects a call beyond the limit without starting it. */
export type RunForAccount = <T>(accountId: string, work: () => Promise<T>) => Promise<T>

interface AccountCalls {
  readonly run: RunForAccount
  /** Returns whether an account has clearly more calls running than accounts have on average. */
  readonly exceedsShare: (accountId: string) => boolean
}

/** An account with this many times the average has more than its share. */
const UNFAIR = 1.5

/**
 * Limits the calls that one account has in flight. Each process counts its own, so several processes
 * allow an account as many each.
 */
export function limitAccountCalls(most: number | undefined): AccountCalls {
  const running = new Map<string, number>()
  let total = 0

  return {
    async run(accountId, work) {
      const count = running.get(accountId) ?? 0
      if (most !== undefined && count >= most) throw tooMany(most)
      running.set(accountId, count + 1)
      total += 1
      try {
        return await work()
      } finally {
        total -= 1
        const left = (running.get(accountId) ?? 1) - 1
        if (left > 0) running.set(accountId, left)
        else running.delete(accountId)
      }
    },
    exceedsShare(accountId) {
      const own = running.get(accountId) ?? 0
      return own > 0 && own * running.size >= UNFAIR * total
    },
  }
}

function tooMany(most: number): ApiError {
  const message = `Your account already has ${most} calls running, so this one was not started or charged. Send it again when one of them has ended.`
  return new ApiError('RATE_LIMITED', { message })
}
