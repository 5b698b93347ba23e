const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
] as const

/** Formats a duration: `7 ms`, `640 ms`, `3.2 s`, `48 s`, `5 min 20 s`, `2 d 4 h`. */
export function durationText(ms: number): string {
  if (ms < 95) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 995) return `${Math.round(ms / 10) * 10} ms`
  if (ms < 9_950) return `${Math.round(ms / 100) / 10} s`
  const seconds = Math.round(ms / 1_000)
  const first = UNITS.findIndex(unit => seconds >= unit.seconds)
  const large = UNITS[first]
  if (!large) return `${seconds} s`
  const small = UNITS[first + 1] ?? { name: 's', seconds: 1 }
  const rest = Math.floor((seconds % large.seconds) / small.seconds)
  const whole = `${Math.floor(seconds / large.seconds)} ${large.name}`
  return rest === 0 ? whole : `${whole} ${rest} ${small.name}`
}
