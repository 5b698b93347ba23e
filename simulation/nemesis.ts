import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDraw, type Draw } from './draw.ts'
import type { Instance } from './instance.ts'
import { timeLimits } from './time-limits.ts'
import { wait } from './wait.ts'
import type { World } from './world.ts'

/** One fault, while it lasts. */
export interface Fault {
  readonly kind: string
  readonly target: string
  readonly from: number
  to: number
}

interface Lane {
  readonly name: string
  readonly pauseMs: readonly [number, number]
  /** Draws everything first, so that the schedule is the seed's alone. */
  draw(draw: Draw): { kind: string; usesLine?: boolean; run(): Promise<unknown> }
  /** Runs what changes the line to the database, one after the other. */
  inTurn(work: () => Promise<void>): Promise<void>
}

const PROCESS_FAULTS = {
  kill: 2,
  'kill, lose the folder': 1,
  terminate: 2,
  'lose a reply, cut, kill': 2,
  'lose a reply, cut, terminate': 3,
  stop: 3,
}
const LINE_FAULTS = { cut: 3, delay: 2, 'lose replies': 3, 'lose a reply, then cut': 3, stall: 2 }
/** The signals that PostgreSQL calls a fast and an immediate shutdown, and a crash. */
const DATABASE_FAULTS = { SIGINT: 1, SIGQUIT: 1, SIGKILL: 1 } as const
/** Statements whose reply is lost, by a part of their text. */
const STATEMENTS = { debit_charges: 3, settle_charges: 6, queue_task: 2, record_look: 1 }
const LONGEST_STALL_MS = 30_000

/**
 * Breaks things until the run is over, as the seed says: processes, lines to the database, and the database,
 * each in a lane of its own, so that faults meet. Whatever a lane breaks it mends again.
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
  const longestStallMs = Math.min(LONGEST_STALL_MS, seconds * 250)
  const lanes = world.instances.flatMap(instance => {
    const inTurn = createTurns()
    return [processLane(instance, inTurn), lineLane(instance, inTurn)]
  })
  await Promise.all([...lanes, databaseLane()].map(run))

  async function run({ name, pauseMs, draw: drawFault, inTurn }: Lane): Promise<void> {
    const draw = createDraw(seed, name)
    for (;;) {
      await wait(draw.number(...pauseMs), over)
      if (over.aborted) return
      const { kind, usesLine, run } = drawFault(draw)
      const go = async () => {
        if (over.aborted) return
        const fault = { kind, target: name, from: Date.now(), to: Number.POSITIVE_INFINITY }
        faults.push(fault)
        await run()
        fault.to = Date.now()
      }
      await (usesLine ? inTurn(go) : go())
    }
  }

  function processLane(instance: Instance, inTurn: Lane['inTurn']): Lane {
    return {
      name: instance.name,
      pauseMs: [1_000, 8_000],
      inTurn,
      draw(draw) {
        const kind = draw.pick(PROCESS_FAULTS)
        const usesLine = kind.startsWith('lose')
        const statement = draw.pick(STATEMENTS)
        const ms = draw.number(0, 1_000)
        const stopMs = draw.number(timeLimits.lease / 2, timeLimits.lease * 3)
        const run = async () => {
          if (kind === 'stop') {
            instance.stop()
            await wait(stopMs, over)
            instance.resume()
            return
          }
          if (usesLine) {
            await Promise.race([instance.proxy.withholdReply(statement), wait(1_000, over)])
            instance.proxy.cut()
          }
          await (kind.endsWith('terminate') ? instance.terminate() : instance.kill())
          if (usesLine) instance.proxy.mend()
          if (kind === 'kill, lose the folder') await instance.loseFolder()
          await wait(ms, over)
          await instance.start()
        }
        return { kind: kind === 'stop' ? `stop for ${stopMs} ms` : kind, usesLine, run }
      },
    }
  }

  function lineLane({ name, proxy }: Instance, inTurn: Lane['inTurn']): Lane {
    return {
      name: `line of ${name}`,
      pauseMs: [500, 4_000],
      inTurn,
      draw(draw) {
        const kind = draw.pick(LINE_FAULTS)
        const statement = draw.pick(STATEMENTS)
        const delayMs = draw.number(50, 400)
        const longMs = draw.isOneIn(3) ? longestStallMs : 4_000
        const ms = draw.number(200, kind === 'stall' ? longMs : 4_000)
        const run = async () => {
          const lasts = wait(ms, over)
          if (kind === 'cut') proxy.cut()
          if (kind === 'delay') proxy.delayReplies(delayMs)
          if (kind === 'stall') proxy.stall()
          if (kind.startsWith('lose')) void lose(lasts)
          await lasts
          proxy.mend()
        }
        const lose = async (lasts: Promise<void>) => {
          let isOver = false
          void lasts.then(() => {
            isOver = true
          })
          do {
            const lost = proxy.withholdReply(statement).then(reply => {
              if (kind === 'lose a reply, then cut' && !isOver) proxy.cut()
              else reply.lose()
            })
            await Promise.race([lost, lasts])
          } while (!isOver && kind === 'lose replies')
        }
        const about = kind.startsWith('lose') ? `${kind} (${statement})` : kind
        return { kind: `${about} for ${ms} ms`, usesLine: true, run }
      },
    }
  }

  function databaseLane(): Lane {
    return {
      name: 'PostgreSQL',
      pauseMs: [6_000, 20_000],
      inTurn: createTurns(),
      draw(draw) {
        const kind = draw.pick(DATABASE_FAULTS)
        const run = async () => {
          const file = join(world.dataDir, 'postgres', 'postmaster.pid')
          const pid = Number.parseInt(await readFile(file, 'utf8'), 10)
          process.kill(pid, kind)
          while ((await readPid(file)) === pid || !(await answers(world))) await wait(100, forever)
        }
        return { kind, run }
      },
    }
  }
}

function createTurns(): Lane['inTurn'] {
  let last = Promise.resolve()
  return work => {
    last = last.then(work)
    return last
  }
}

const forever = new AbortController().signal

async function readPid(file: string): Promise<number> {
  return Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
}

async function answers({ database }: World): Promise<boolean> {
  return database.query('select').then(
    () => true,
    () => false,
  )
}
