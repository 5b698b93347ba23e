import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Memory {
  /** Objects of JavaScript, and what belongs to them outside of its heap. */
  readonly heapBytes: number
  /** All pages of the process; what the kernel keeps for sockets is not among them. */
  readonly residentBytes: number
}

/** Pages of collected objects are released in the background. */
const GIVE_BACK_MS = 500

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** The memory of this process after its garbage was collected. */
export async function readMemory(): Promise<Memory> {
  for (let round = 0; round < 3; round += 1) {
    collect()
    await delay(GIVE_BACK_MS)
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heapBytes: heapUsed + external, residentBytes: rss }
}
