import { setTimeout as delay } from 'node:timers/promises'

export interface Repetition {
  /** Lets a round that is under way finish and starts no other. */
  stop(): Promise<void>
}

/** Does something again and again, one round at a time, with a pause between rounds. */
export function repeat(
  work: (stopped: AbortSignal) => Promise<unknown>,
  {
    everyMs,
    waitsFirst = false,
    onError,
  }: {
    everyMs: number
    /** Begins with the pause. */
    waitsFirst?: boolean
    onError: (error: unknown) => void
  },
): Repetition {
  const stopped = new AbortController()

  const pause = () => delay(everyMs, undefined, { signal: stopped.signal }).catch(() => {})

  async function loop(): Promise<void> {
    if (waitsFirst) await pause()
    while (!stopped.signal.aborted) {
      await work(stopped.signal).catch(onError)
      await pause()
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
