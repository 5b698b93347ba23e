/** Formats a timestamp in local time: `2026-03-01 14:03`. */
export function localTime(timestamp: string): string {
  return new Date(timestamp).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
}
