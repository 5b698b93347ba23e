import { LRUCache } from 'lru-cache'
import type { Clock } from '../../outside/admission.ts'

/** Caches loads for a while; concurrent callers share one load. */
export function createKeep<Value>({
  max,
  ttlMs,
  clock,
}: {
  readonly max: number
  readonly ttlMs: number
  readonly clock: Pick<Clock, 'now'>
}): (key: string, load: () => Promise<Value>) => Promise<Value> {
  const kept = new LRUCache<string, Promise<Value>>({
    max,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: clock,
  })
  return (key, load) => {
    const known = kept.get(key)
    if (known) return known
    const loading = load()
    kept.set(key, loading)
    // A failure is not cached, and may have no caller left.
    loading.catch(() => {
      if (kept.peek(key) === loading) kept.delete(key)
    })
    return loading
  }
}
