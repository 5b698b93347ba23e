import { ApiError } from '../api-error.ts'

/** Runs and counts an account's call until it ends; rejects a call beyond the limit without starting it. */
export type RunForAccount = <T>(accountId: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits the calls that one account has in flight. Each process counts its own, so several processes
 * allow an account as many each.
 */
export function limitAccountCalls(most: number | undefined): RunForAccount {
  const running = new Map<string, number>()

  return async (accountId, work) => {
    const count = running.get(accountId) ?? 0
    if (most !== undefined && count >= most) throw tooMany(most)
    running.set(accountId, count + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(accountId) ?? 1) - 1
      if (left > 0) running.set(accountId, left)
      else running.delete(accountId)
    }
  }
}

function tooMany(most: number): ApiError {
  const message = `Your account already has ${most} calls running, so this one was not started or charged. Send it again when one of them has ended.`
  return new ApiError('RATE_LIMITED', { message })
}
