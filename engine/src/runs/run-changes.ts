import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, connectAlone, isBehindPooler } from '@footnote/platform/database/connect'
import { repeat } from '@footnote/platform/repeat'

/** Tells when there is something new about a run, whichever process wrote it. */
export interface RunChanges {
  /** Resolves at the next change, or after a while without one; rejects when the signal aborts. */
  next(runId: string, signal: AbortSignal): Promise<void>
  stop(): Promise<void>
}

const RECONNECT_MS = 1_000
/** How long a change can go unnoticed: while nobody listens, and when a network died without a word. */
const DEAF_PATIENCE_MS = 1_000
const PATIENCE_MS = 15_000

/** One connection listens for the whole process, unless a pooler is in between. */
export function followRunChanges(
  connection: Connection,
  { onError }: { onError: (error: unknown) => void },
): RunChanges {
  const waiting = new Map<string, Set<() => void>>()
  let isListening = false
  // A pooler passes no notifications on, so that whoever waits looks again after a short while.
  const listening = isBehindPooler(connection)
    ? undefined
    : repeat(listen, { everyMs: RECONNECT_MS, onError })

  async function listen(stopped: AbortSignal): Promise<void> {
    const client = await connectAlone(connection)
    try {
      client.on('notification', ({ payload = '' }) => wake(payload))
      const ended = once(client, 'end', { signal: stopped }).catch(() => {})
      await client.query('listen footnote_run')
      isListening = true
      await ended
    } finally {
      isListening = false
      // Whoever has just begun a long wait is to wait shortly instead.
      for (const runId of waiting.keys()) wake(runId)
      await client.end()
    }
  }

  function wake(runId: string): void {
    for (const wakeOne of waiting.get(runId) ?? []) wakeOne()
  }

  return {
    async next(runId, signal) {
      const woken = new AbortController()
      const wakeOne = () => woken.abort()
      const wakers = waiting.get(runId) ?? new Set()
      waiting.set(runId, wakers.add(wakeOne))
      const patienceMs = isListening ? PATIENCE_MS : DEAF_PATIENCE_MS
      try {
        await delay(patienceMs, undefined, { signal: AbortSignal.any([signal, woken.signal]) })
      } catch {
        signal.throwIfAborted()
      } finally {
        wakers.delete(wakeOne)
        if (wakers.size === 0) waiting.delete(runId)
      }
    },
    stop: async () => await listening?.stop(),
  }
}
