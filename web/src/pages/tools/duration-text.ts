const SECOND_MS = 1_000
const MINUTE_S = 60
const HOUR_S = 3_600

/** A length of time in words, as exact as one would say it. */
export function durationText(ms: number): string {
  if (ms < SECOND_MS) return 'under 1 s'
  const seconds = Math.round(ms / SECOND_MS)
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return join(Math.floor(seconds / MINUTE_S), 'min', seconds % MINUTE_S, 's')
  const minutes = Math.round(seconds / MINUTE_S)
  return join(Math.floor(minutes / MINUTE_S), 'h', minutes % MINUTE_S, 'min')
}

function join(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
}
