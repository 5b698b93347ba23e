import { useEffect, useState } from 'react'

/** Counts down whole seconds; returns those left and a function that restarts. */
export function useCountdown(seconds: number): readonly [number, () => void] {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, () => setLeft(seconds)]
}
