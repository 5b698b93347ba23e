import { createFairLine } from './fair-line.ts'
import type { Turn } from './time-budget.ts'
import { toWaitError } from './upstream-error.ts'

/** Gives out as many slots as calls may be at the upstream at once; other calls wait in fair turns. */
export interface CallSlots {
  /** Calls that have a slot, calls that wait for one, and how many slots there are. */
  readonly load: { readonly running: number; readonly waiting: number; readonly slots: number }
  readonly isFull: boolean
  /** Estimates how long a call that joins this queue now would wait, from recent call durations. */
  expectedWaitMs(queue: string): number
  /**
   * The time that a slow call of this kind takes, and a little more: a call with less time left is
   * not started.
   */
  neededMs(kind: string): number
  /** Waits for a slot; rejects with an UpstreamError once the call could not end in its time. */
  take(turn: Turn, kind: string): Promise<Slot>
  /** Sets how many calls the engine works on at once. */
  setAtOnce(calls: number): void
}

export interface Slot {
  /** Gives the slot to the next call; does nothing the second time. */
  free(options?: { hasReply: boolean }): void
}

/** A call that may be debited and sent, since its slot is taken. */
export interface AdmittedTurn extends Turn {
  readonly slot: Slot
}

interface Durations {
  /** The moving average. */
  readonly usualMs: number
  /** Rises at once to the slowest call and falls slowly. */
  readonly slowMs: number
}

/** Assumed until a call of the kind has been measured. */
const FIRST_GUESS: Durations = { usualMs: 1_000, slowMs: 1_000 }
/** The weight of the latest call in the averages. */
const LATEST = 0.2
/** A call that would end just in time is not started: it may take a little longer than others. */
const MARGIN = 1.1

export function createCallSlots({
  most,
  atOnce = most,
}: {
  most: number
  atOnce?: number
}): CallSlots {
  const line = createFairLine()
  const running = new Set<{ readonly kind: string; readonly startedAt: number }>()
  const durations = new Map<string, Durations>()
  let slots = Math.min(atOnce, most)

  const durationsOf = (kind: string) => durations.get(kind) ?? FIRST_GUESS
  const neededMs = (kind: string) => durationsOf(kind).slowMs * MARGIN

  function start(kind: string): Slot {
    const call = { kind, startedAt: performance.now() }
    running.add(call)
    return {
      free({ hasReply } = { hasReply: false }) {
        if (!running.delete(call)) return
        const tookMs = performance.now() - call.startedAt
        // A call that fails early says nothing about how long others take.
        if (hasReply || tookMs > durationsOf(kind).slowMs) learn(kind, tookMs)
        fill()
      },
    }
  }

  function learn(kind: string, tookMs: number): void {
    const { usualMs, slowMs } = durations.get(kind) ?? { usualMs: tookMs, slowMs: tookMs }
    durations.set(kind, {
      usualMs: usualMs + (tookMs - usualMs) * LATEST,
      slowMs: Math.max(tookMs, slowMs + (tookMs - slowMs) * LATEST),
    })
  }

  function fill(): void {
    while (running.size < slots && line.letNext());
  }

  /** Estimates when the calls that run now will have ended, in order. */
  function endsInMs(): Float64Array {
    const now = performance.now()
    // A call that is overdue is expected to stay for as long again.
    return Float64Array.from(running, ({ kind, startedAt }) =>
      Math.abs(durationsOf(kind).usualMs - (now - startedAt)),
    ).sort()
  }

  function meanUsualMs(): number {
    let sumMs = 0
    for (const { kind } of running) sumMs += durationsOf(kind).usualMs
    return sumMs / running.size
  }

  return {
    get load() {
      return { running: running.size, waiting: line.length, slots }
    },
    get isFull() {
      return running.size >= slots
    },
    expectedWaitMs(queue) {
      if (running.size < slots) return 0
      const ends = endsInMs()
      // More calls run than there are slots if the engine has just lowered its number.
      const place = line.ahead(queue) + running.size - slots
      const rounds = Math.floor(place / ends.length)
      return (ends[place % ends.length] ?? 0) + rounds * meanUsualMs()
    },
    neededMs,
    async take(turn, kind) {
      const { signal, endsAt } = turn
      if (signal.aborted) throw toWaitError(signal)
      if (running.size < slots) return start(kind)
      const startInTime = () =>
        performance.now() + neededMs(kind) <= endsAt ? start(kind) : undefined
      return line.wait(turn, startInTime).catch(() => {
        throw toWaitError(signal)
      })
    },
    setAtOnce(calls) {
      slots = Math.min(calls, most)
      fill()
    },
  }
}
