const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const

/** A length of time in its two largest units: `45 s`, `12 min 5 s`, `3 h`, `2 d 4 h`. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const first = UNITS.findIndex(unit => seconds >= unit.seconds)
  const [large, small] = first === -1 ? [UNITS[3]] : UNITS.slice(first, first + 2)
  if (!large) return '0 s'
  const whole = Math.floor(seconds / large.seconds)
  const rest = small ? Math.floor((seconds % large.seconds) / small.seconds) : 0
  return `${whole} ${large.name}${small && rest > 0 ? ` ${rest} ${small.name}` : ''}`
}
