import { setTimeout as delay } from 'node:timers/promises'
import { pollUntil } from '@footnote/platform/poll-until'
import { countOpen, readBooks } from './books.ts'
import type { CallRecord } from './call-record.ts'
import { createCallers, runCaller } from './callers.ts'
import { checkHistory } from './check-history.ts'
import type { History, Violation } from './history.ts'
import { keepTrace } from './keep-trace.ts'
import { type Fault, runNemesis } from './nemesis.ts'
import { type ReadyProbe, runProbe } from './probe.ts'
import { createRecharges } from './recharges.ts'
import { timeLimits } from './time-limits.ts'
import { openWorld, type World } from './world.ts'

export interface SimulationOptions {
  readonly seed: number
  readonly seconds: number
  readonly instances: number
}

export interface Simulation {
  readonly violations: readonly Violation[]
  readonly history: History
  /** The folder with all that is known, kept where a rule was broken. */
  readonly trace: string | undefined
}

const UNITS_PER_CENT = 100_000n
/** The longest that a charge may stay open once all is well, with slack for a busy machine. */
const SETTLED_MS =
  timeLimits.taskLifetime + timeLimits.taskVerdict + timeLimits.settleGrace + 30_000

/** Runs instances, callers and faults for so long, mends everything, and holds the records against the books. */
export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const world = await openWorld(options)
  try {
    const history = await live(world, options)
    const violations = [...(await checkHistory(world, history))]
    const trace =
      violations.length > 0 ? await keepTrace(history, { options, violations }) : undefined
    return { violations, history, trace }
  } finally {
    await world.close()
  }
}

async function live(world: World, { seed, seconds }: SimulationOptions): Promise<History> {
  const { instances, upstream } = world
  const { callers, creditedUnits } = await createCallers(world)
  const recharges = createRecharges(world)
  await recharges.saveCards(callers)
  const calls: CallRecord[] = []
  const faults: Fault[] = []
  const ready: ReadyProbe[] = []
  const ending = new AbortController()
  const over = ending.signal

  const running = [
    ...callers.map(caller => runCaller(world, caller, { seed, over, calls })),
    ...instances.map(instance => runProbe(instance, { over, ready })),
    recharges.run(callers, { seed, over }),
    recharges.runAutomatic({ seed, over }),
    runNemesis(world, { seed, over, faults, seconds }),
  ]
  await Promise.race([delay(seconds * 1_000), Promise.all(running)])
  ending.abort()
  await Promise.all(running)
  await recharges.sendAll()
  const cardCharges = await recharges.endAutomatic()
  await pollUntil(async () => ((await countOpen(world)) === 0 ? true : undefined), {
    timeoutMs: SETTLED_MS,
    intervalMs: 100,
  })
  await Promise.all(instances.map(instance => instance.terminate()))

  const givenUnits = new Map(creditedUnits)
  for (const { accountId, cents } of [...recharges.paid, ...cardCharges]) {
    const units = (givenUnits.get(accountId) ?? 0n) + BigInt(cents) * UNITS_PER_CENT
    givenUnits.set(accountId, units)
  }
  const books = await readBooks(world)
  const { arrivals } = upstream
  return { calls, arrivals, faults, ready, instances, books, givenUnits, cardCharges }
}
