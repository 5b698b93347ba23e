import { setTimeout as delay } from 'node:timers/promises'

/**
 * What comes from a source, and undefined each time that so long has passed: a source that falls
 * silent cannot hold up what must be done at intervals.
 */
export async function* withTicks<Item>(
  source: AsyncIterator<Item>,
  everyMs: number,
): AsyncGenerator<Item | undefined> {
  let next = source.next()
  for (;;) {
    const tick = new AbortController()
    const passed = delay(everyMs, undefined, { signal: tick.signal }).catch(() => undefined)
    try {
      for (;;) {
        const result = await Promise.race([next, passed])
        if (!result) break
        if (result.done) return
        next = source.next()
        yield result.value
      }
    } finally {
      tick.abort()
      // Whoever stops listening stops the source by other means, and wants no word of its end.
      next.catch(() => {})
    }
    yield undefined
  }
}
