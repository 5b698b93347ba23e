import { setTimeout as delay } from 'node:timers/promises'

/** Asks `check` again and again until it answers; undefined when the time is over. */
export async function pollUntil<Answer>(
  check: () => Answer | undefined | Promise<Answer | undefined>,
  { timeoutMs, intervalMs = 20 }: { timeoutMs: number; intervalMs?: number },
): Promise<Answer | undefined> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await check()
    if (answer !== undefined || performance.now() >= deadline) return answer
    await delay(intervalMs)
  }
}
