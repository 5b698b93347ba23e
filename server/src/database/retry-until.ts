import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 250

/**
 * Sends a statement that is safe to send twice until its outcome is known. Undefined when it still
 * is not at the deadline (on the monotonic clock), or when the signal says that there is no more
 * time. The last try may then still be under way: whoever gives up must be safe against that, too.
 */
export async function retryUntil<T>(
  { deadline, signal }: { deadline: number; signal: AbortSignal },
  send: () => Promise<T>,
): Promise<T | undefined> {
  const timeUp = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => timeUp.resolve(undefined), deadline - performance.now())
  try {
    return await Promise.race([timeUp.promise, sendAgain()])
  } finally {
    clearTimeout(timer)
  }

  async function sendAgain(): Promise<T | undefined> {
    for (;;) {
      try {
        return await send()
      } catch {
        if (signal.aborted || performance.now() + PAUSE_MS >= deadline) return undefined
        await delay(PAUSE_MS)
      }
    }
  }
}
