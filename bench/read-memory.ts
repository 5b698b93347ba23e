import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Memory {
  /** Objects of JavaScript, and what belongs to them outside of its heap. */
  readonly heapBytes: number
  /** All pages of the process; what the kernel keeps for sockets is not among them. */
  readonly residentBytes: number
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** The memory of this process after its garbage was collected. */
export function readMemory(): Memory {
  collect()
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heapBytes: heapUsed + external, residentBytes: rss }
}
