import { tooBusy } from './wire-error.ts'

export interface CallLimiter {
  /** Does the work when its turn comes; rejects at once when too many wait already. */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
}

/** So many calls at once, so many more in line. */
export function createCallLimiter({
  atOnce,
  inLine,
}: {
  atOnce: number
  inLine: number
}): CallLimiter {
  let running = 0
  const line = new Set<() => void>()

  /** Resolves with the right to run, which a call that ends hands on. */
  async function takeTurn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (running < atOnce) {
      running += 1
      return
    }
    if (line.size >= inLine) throw tooBusy()
    const turn = Promise.withResolvers<void>()
    const leave = () => {
      if (line.delete(turn.resolve)) turn.reject(signal.reason)
    }
    line.add(turn.resolve)
    signal.addEventListener('abort', leave)
    try {
      await turn.promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  function endTurn(): void {
    const [next] = line
    if (next) {
      line.delete(next)
      next()
    } else {
      running -= 1
    }
  }

  return {
    async run(work, signal) {
      await takeTurn(signal)
      try {
        return await work()
      } finally {
        endTurn()
      }
    },
  }
}
