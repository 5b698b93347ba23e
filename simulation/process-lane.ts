import type { Instance } from './instance.ts'
import { type InTurn, type Lane, STATEMENTS } from './lane.ts'
import { timeLimits } from './time-limits.ts'
import { wait } from './wait.ts'

const FAULTS = {
  kill: 2,
  'kill, lose the folder': 1,
  terminate: 2,
  'lose a reply, cut, kill': 2,
  'lose a reply, cut, terminate': 3,
  stop: 3,
}
/** How long a process waits for a reply to lose before it is ended all the same. */
const REPLY_MS = 1_000

/** Kills, ends or stops the process of an instance, and has it run again. */
export function processLane(
  instance: Instance,
  { over, inTurn }: { over: AbortSignal; inTurn: InTurn },
): Lane {
  const { name, proxy } = instance

  async function stop(ms: number): Promise<void> {
    instance.stop()
    await wait(ms, over)
    instance.resume()
  }

  async function loseReplyAndCut(statement: string): Promise<void> {
    await Promise.race([proxy.withholdReply(statement), wait(REPLY_MS, over)])
    proxy.cut()
  }

  return {
    target: name,
    pauseMs: [1_000, 8_000],
    inTurn,
    draw(draw) {
      const kind = draw.pick(FAULTS)
      const usesLine = kind.startsWith('lose')
      const statement = draw.pick(STATEMENTS)
      const awayMs = draw.number(0, 1_000)
      const stopMs = draw.number(timeLimits.lease / 2, timeLimits.lease * 3)
      if (kind === 'stop') return { kind: `stop for ${stopMs} ms`, run: () => stop(stopMs) }
      const run = async () => {
        if (usesLine) await loseReplyAndCut(statement)
        await (kind.endsWith('terminate') ? instance.terminate() : instance.kill())
        if (usesLine) proxy.mend()
        if (kind === 'kill, lose the folder') await instance.loseFolder()
        await wait(awayMs, over)
        await instance.start()
      }
      return { kind: usesLine ? `${kind} (${statement})` : kind, usesLine, run }
    },
  }
}
