import type { Turn } from './time-budget.ts'

/** Waiting calls. Queues take turns: each lets its oldest call through, then the next queue does. */
export interface FairLine {
  readonly length: number
  /** How many calls are ahead of one that joins this queue now. */
  ahead(queue: string): number
  /**
   * Resolves with what `enter` returns when it is the call's turn. Rejects with the signal's reason, if the
   * call is refused, or if `enter` returns undefined, which lets the next call through instead.
   */
  wait<T>(turn: Turn, enter: () => T | undefined): Promise<T>
  /** Lets the next call through; returns false if none is waiting. */
  letNext(): boolean
  refuse(isHopeless: (turn: Turn) => boolean): void
}

interface Waiting {
  readonly turn: Turn
  /** Returns false if the call does not go. */
  readonly enter: () => boolean
  readonly reject: (error: unknown) => void
}

const TOO_LATE = 'the call would reach its time limit before its turn'

export function createFairLine(): FairLine {
  /** The next queue comes first; empty queues are removed. */
  const queues = new Map<string, Set<Waiting>>()
  let length = 0

  function leave(waiting: Waiting): void {
    const { queue } = waiting.turn
    const members = queues.get(queue)
    if (!members?.delete(waiting)) return
    length -= 1
    if (members.size === 0) queues.delete(queue)
  }

  return {
    get length() {
      return length
    },
    ahead(queue) {
      const own = queues.get(queue)?.size ?? 0
      let before = own
      let goesFirst = true
      for (const [name, { size }] of queues) {
        if (name === queue) goesFirst = false
        else before += Math.min(size, goesFirst ? own + 1 : own)
      }
      return before
    },
    async wait<T>(turn: Turn, enter: () => T | undefined) {
      const { queue, signal } = turn
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const waiting = {
        turn,
        reject,
        enter() {
          const entered = enter()
          if (entered === undefined) reject(new Error(TOO_LATE))
          else resolve(entered)
          return entered !== undefined
        },
      }
      const giveUp = () => {
        leave(waiting)
        reject(signal.reason)
      }
      queues.set(queue, (queues.get(queue) ?? new Set()).add(waiting))
      length += 1
      signal.addEventListener('abort', giveUp)
      return promise.finally(() => signal.removeEventListener('abort', giveUp))
    },
    letNext() {
      for (const [queue, members] of queues) {
        const [next] = members
        if (!next) throw new Error('an empty queue was kept')
        leave(next)
        // Moves the queue to the back, so that every other queue has its turn first.
        if (queues.delete(queue)) queues.set(queue, members)
        if (next.enter()) return true
      }
      return false
    },
    refuse(isHopeless) {
      for (const members of [...queues.values()]) {
        for (const waiting of [...members]) {
          if (!isHopeless(waiting.turn)) continue
          leave(waiting)
          waiting.reject(new Error(TOO_LATE))
        }
      }
    },
  }
}
