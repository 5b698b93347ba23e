import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import { repeat } from '@footnote/platform/repeat'

/** Tells when there is something new about a run, whichever process wrote it. */
export interface RunChanges {
  /** Resolves at the next change, or after a while without one; rejects when the signal aborts. */
  next(runId: string, signal: AbortSignal): Promise<void>
  stop(): Promise<void>
}

const RECONNECT_MS = 1_000
/** How long a change can go unnoticed while the connection that listens is down. */
const PATIENCE_MS = 1_000

/** One connection listens for the whole process. */
export function followRunChanges(
  connection: Connection,
  { onError }: { onError: (error: unknown) => void },
): RunChanges {
  const waiting = new Map<string, Set<() => void>>()
  const listening = repeat(listen, { everyMs: RECONNECT_MS, onError })

  async function listen(stopped: AbortSignal): Promise<void> {
    const client = await connectAlone(connection)
    try {
      client.on('notification', ({ payload = '' }) => {
        for (const wake of waiting.get(payload) ?? []) wake()
      })
      const ended = once(client, 'end', { signal: stopped }).catch(() => {})
      await client.query('listen footnote_run')
      await ended
    } finally {
      await client.end()
    }
  }

  return {
    async next(runId, signal) {
      const woken = new AbortController()
      const wake = () => woken.abort()
      const wakers = waiting.get(runId) ?? new Set()
      waiting.set(runId, wakers.add(wake))
      try {
        await delay(PATIENCE_MS, undefined, { signal: AbortSignal.any([signal, woken.signal]) })
      } catch {
        signal.throwIfAborted()
      } finally {
        wakers.delete(wake)
        if (wakers.size === 0) waiting.delete(runId)
      }
    },
    stop: () => listening.stop(),
  }
}
