import { databaseLane } from './database-lane.ts'
import { createDraw } from './draw.ts'
import { createTurns, type Lane } from './lane.ts'
import { lineLane } from './line-lane.ts'
import { processLane } from './process-lane.ts'
import { wait } from './wait.ts'
import type { World } from './world.ts'

/** One fault, while it lasts. */
export interface Fault {
  readonly kind: string
  readonly target: string
  readonly from: number
  to: number
}

const LONGEST_STALL_MS = 30_000

/**
 * Breaks things until the run is over, as the seed says: processes, their lines to the database, and
 * PostgreSQL, each in a lane of its own, so that faults meet. Everything is well again when this resolves.
 */
export async function runNemesis(
  world: World,
  {
    seed,
    over,
    faults,
    seconds,
  }: { seed: number; over: AbortSignal; faults: Fault[]; seconds: number },
): Promise<void> {
  // A short run has better things to see than a dead line.
  const longestStallMs = Math.min(LONGEST_STALL_MS, seconds * 250)
  const lanes = world.instances.flatMap(instance => {
    const inTurn = createTurns()
    return [
      processLane(instance, { over, inTurn }),
      lineLane(instance, { over, inTurn, longestStallMs }),
    ]
  })
  await Promise.all([...lanes, databaseLane(world)].map(run))

  async function run({ target, pauseMs, draw: drawFault, inTurn }: Lane): Promise<void> {
    const draw = createDraw(seed, target)
    while (!over.aborted) {
      await wait(draw.number(...pauseMs), over)
      const { kind, usesLine, run } = drawFault(draw)
      const happen = async () => {
        if (over.aborted) return
        const fault = { kind, target, from: Date.now(), to: Number.POSITIVE_INFINITY }
        faults.push(fault)
        await run()
        fault.to = Date.now()
      }
      await (usesLine && inTurn ? inTurn(happen) : happen())
    }
  }
}
