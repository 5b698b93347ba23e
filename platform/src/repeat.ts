import { setTimeout as delay } from 'node:timers/promises'

export interface Repetition {
  /** Lets a round that is under way finish and starts no other. */
  stop(): Promise<void>
}

/** Does something again and again, one round at a time, with a pause between rounds. */
export function repeat(
  work: (stopped: AbortSignal) => Promise<unknown>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
): Repetition {
  const stopped = new AbortController()

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      await work(stopped.signal).catch(onError)
      await delay(everyMs, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  const ended = loop()
  return {
    async stop() {
      stopped.abort()
      await ended
    },
  }
}
