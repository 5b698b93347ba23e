import { setTimeout as delay } from 'node:timers/promises'
import type { Part } from '../part.ts'
import type { Memory } from '../read-memory.ts'
import type { Crowd } from './crowd-part.ts'
import type { SoakResult } from './load-part.ts'

export interface CrowdResult extends Crowd {
  /** Resident memory of the service per connection of the crowd. */
  readonly bytesEach: number
  /** Calls of others while the crowd was there. */
  readonly others: SoakResult
  /** Connections that the service had not closed after its time limits. */
  readonly left: number
  /** How much the heap had grown once the crowd was gone. */
  readonly keptBytes: number
}

/** Longer than the time limits for headers and for idle connections, with Node's own check in between. */
const PATIENCE_MS = 120_000
const LOOK_MS = 1_000

/** Lets a crowd of idle connections and slow senders come, and measures what others notice. */
export async function measureCrowd({
  service,
  crowd,
  url,
  connections,
  run,
}: {
  service: Part
  crowd: Part
  url: string
  connections: number
  run: () => Promise<SoakResult>
}): Promise<CrowdResult> {
  const before = await service.ask<Memory>('memory')
  const [came, others] = await Promise.all([crowd.ask<Crowd>('open', { url, connections }), run()])
  const during = await service.ask<Memory>('memory')
  const endAt = performance.now() + PATIENCE_MS
  let left = await crowd.ask<number>('left')
  while (left > 0 && performance.now() < endAt) {
    await delay(LOOK_MS)
    left = await crowd.ask<number>('left')
  }
  const after = await service.ask<Memory>('memory')
  return {
    ...came,
    others,
    left,
    bytesEach: (during.residentBytes - before.residentBytes) / came.opened,
    keptBytes: after.heapBytes - before.heapBytes,
  }
}
