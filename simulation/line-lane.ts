import type { Instance } from './instance.ts'
import { type InTurn, type Lane, STATEMENTS } from './lane.ts'
import { wait } from './wait.ts'

const FAULTS = { cut: 3, delay: 2, 'lose replies': 3, 'lose a reply, then cut': 3, stall: 2 }
const MOST_MS = 4_000

/** Breaks the line of an instance to the database for a while. */
export function lineLane(
  { name, proxy }: Instance,
  { over, inTurn, longestStallMs }: { over: AbortSignal; inTurn: InTurn; longestStallMs: number },
): Lane {
  /** Loses replies to a statement while this lasts, or one and then the whole line. */
  async function lose(statement: string, { lasts, cuts }: { lasts: Promise<void>; cuts: boolean }) {
    let isOver = false
    void lasts.then(() => {
      isOver = true
    })
    do {
      const lost = proxy.withholdReply(statement).then(reply => {
        if (cuts && !isOver) proxy.cut()
        else reply.lose()
      })
      await Promise.race([lost, lasts])
    } while (!isOver && !cuts)
  }

  return {
    target: `line of ${name}`,
    pauseMs: [500, 4_000],
    inTurn,
    draw(draw) {
      const kind = draw.pick(FAULTS)
      const statement = draw.pick(STATEMENTS)
      const delayMs = draw.number(50, 400)
      const isLong = draw.isOneIn(3)
      const ms = draw.number(200, kind === 'stall' && isLong ? longestStallMs : MOST_MS)
      const run = async () => {
        const lasts = wait(ms, over)
        if (kind === 'cut') proxy.cut()
        else if (kind === 'delay') proxy.delayReplies(delayMs)
        else if (kind === 'stall') proxy.stall()
        else void lose(statement, { lasts, cuts: kind === 'lose a reply, then cut' })
        await lasts
        proxy.mend()
      }
      const about = kind.startsWith('lose') ? `${kind} (${statement})` : kind
      return { kind: `${about} for ${ms} ms`, usesLine: true, run }
    },
  }
}
