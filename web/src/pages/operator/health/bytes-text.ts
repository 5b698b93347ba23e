const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000

/** `812 B`, `7.4 MB`, `120 GB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(
    UNITS.length - 1,
    bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / Math.log10(STEP)),
  )
  const value = bytes / STEP ** power
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${UNITS[power]}`
}
