export type Slots = ReturnType<typeof createSlots>

const UNLIMITED = { inLine: Number.POSITIVE_INFINITY, refuse: () => new Error('the line is full') }

/** Limits parallel work. Beyond a length of the line, further work is refused. */
export function createSlots(
  atOnce: number,
  { inLine, refuse }: { readonly inLine: number; readonly refuse: () => Error } = UNLIMITED,
) {
  let taken = 0
  const line = new Set<() => void>()

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (taken < atOnce) {
      taken += 1
      return
    }
    if (line.size >= inLine) throw refuse()
    const turn = Promise.withResolvers<void>()
    const leave = () => {
      if (line.delete(turn.resolve)) turn.reject(signal.reason)
    }
    line.add(turn.resolve)
    signal.addEventListener('abort', leave)
    await turn.promise.finally(() => signal.removeEventListener('abort', leave))
  }

  /** Passes the slot to the next in line, or frees it. */
  function exit(): void {
    const [next] = line
    if (!next) {
      taken -= 1
      return
    }
    line.delete(next)
    next()
  }

  return {
    /** Does the work when a slot is free, in order; rejects with the signal's reason. */
    async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
      await enter(signal)
      try {
        return await work()
      } finally {
        exit()
      }
    },
  }
}
