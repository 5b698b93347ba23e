import { setTimeout as delay } from 'node:timers/promises'

/** A pause that ends early, and quietly, when the run is over. */
export async function wait(ms: number, over: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: over }).catch(() => {})
}
