const TENTHS = 1_000

/**
 * How many of all calls succeeded and how many were refunded, in per cent. The two add up to 100, and
 * one failure is never rounded away.
 */
export function shares({ captured, refunded }: { captured: number; refunded: number }): {
  readonly succeeded: string
  readonly refunded: string
} {
  const all = captured + refunded
  const tenths = all === 0 ? 0 : Math.floor((captured * TENTHS) / all)
  return { succeeded: percent(tenths), refunded: percent(TENTHS - tenths) }
}

function percent(tenths: number): string {
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}%`
}

/** How long a call took, as exactly as one needs it: `7 ms`, `640 ms`, `3.2 s`, `48 s`, `5 min 20 s`. */
export function durationText(ms: number | null): string {
  if (ms === null) return 'no figure'
  if (ms < 95) return `${ms} ms`
  if (ms < 995) return `${Math.round(ms / 10) * 10} ms`
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}
