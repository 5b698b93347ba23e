import type { Instance } from './instance.ts'
import { wait } from './wait.ts'

/** A moment at which an instance said that it is ready. */
export interface ReadyProbe {
  readonly instance: string
  readonly startedAt: number
  readonly endedAt: number
}

const EVERY_MS = 500
const PATIENCE_MS = 2_000

/** Asks an instance whether it is ready, again and again, and starts it when it ended by itself. */
export async function runProbe(
  instance: Instance,
  { over, ready }: { over: AbortSignal; ready: ReadyProbe[] },
): Promise<void> {
  while (!over.aborted) {
    await instance.watch()
    const startedAt = Date.now()
    const isReady = await isOk(`${instance.life?.url}/readyz`)
    if (isReady) ready.push({ instance: instance.name, startedAt, endedAt: Date.now() })
    await wait(EVERY_MS, over)
  }
}

async function isOk(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return fetch(url, { signal }).then(
    async response => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )
}
