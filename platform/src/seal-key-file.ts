const KEY_FILE = /^(\d{4}-\d{2}-\d{2})\.key$/
/** From the start of a key's day. What it sealed last is deleted a day after that day's end. */
const KEY_LIFE_MS = 48 * 3_600_000

/** The UTC day, YYYY-MM-DD, that the key in a file of this name seals on; undefined for other files. */
export function dayOfKeyFile(name: string): string | undefined {
  return KEY_FILE.exec(name)?.[1]
}

export function isOldKey(day: string, now: number): boolean {
  return now >= Date.parse(`${day}T00:00:00Z`) + KEY_LIFE_MS
}
