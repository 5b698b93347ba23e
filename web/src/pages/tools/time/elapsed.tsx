import { useEffect, useState } from 'react'
import { durationText } from '../../../ui/duration-text.ts'

const SPOKEN_EVERY_MS = 30_000

/** Elapsed time, updated every second and announced twice a minute. */
export function Elapsed({ ms }: { ms: number }) {
  const passedMs = Math.max(0, ms)
  const spokenMs = Math.floor(passedMs / SPOKEN_EVERY_MS) * SPOKEN_EVERY_MS
  return (
    <>
      <span aria-hidden="true" className="text-quiet tabular-nums">
        {clockText(passedMs)}
      </span>
      <span role="status" className="sr-only">
        {spokenMs > 0 ? `${durationText(spokenMs)} elapsed` : ''}
      </span>
    </>
  )
}

function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}

/** A pulsing dot that marks running work. */
export function PulseDot() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-2 shrink-0 -translate-y-0.5 rounded-full bg-accent motion-safe:animate-pulse"
    />
  )
}

const SECOND_MS = 1_000

/** The current time, updated every second while it is needed. */
export function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isNeeded) return undefined
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isNeeded])
  return now
}
